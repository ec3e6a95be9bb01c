import { useEffect, useRef, type ReactNode } from 'react';
import classes from './state-view.module.css';

interface StateViewProps {
  icon?: ReactNode;
  title: string;
  text?: string;
  /** A screen of its own brings the page's main heading; inside a screen it is a lesser one. */
  level?: 1 | 2;
  /** Read out at once, for failures. */
  alert?: boolean;
  /** It takes the place of what somebody was at, who is led on to its heading, which reads it out. */
  takesFocus?: boolean;
  children?: ReactNode;
}

/** Empty, failed, missing, refused: says what is the matter and offers the next act. */
export function StateView(props: StateViewProps) {
  const { icon, title, text, level = 2, alert = false, takesFocus = false, children } = props;
  const Heading = level === 1 ? 'h1' : 'h2';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <div className={classes.view} data-page={level === 1 || undefined} role={alert ? 'alert' : undefined}>
      {icon && (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading ref={heading} className={classes.title} tabIndex={level === 1 || takesFocus ? -1 : undefined}>
        {title}
      </Heading>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.acts}>{children}</div>}
    </div>
  );
}
