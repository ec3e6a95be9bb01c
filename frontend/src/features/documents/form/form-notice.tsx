import type { ReactNode } from 'react';
import classes from './document-form.module.css';

interface FormNoticeProps {
  text: string;
  children?: ReactNode;
}

export function FormNotice({ text, children }: FormNoticeProps) {
  return (
    <div role="status" className={classes.notice}>
      <p>{text}</p>
      {children}
    </div>
  );
}
