import { useId, useState, type ReactNode } from 'react';
import classes from './tooltip.module.css';

interface TooltipProps {
  text: string;
  /** Which edge of what it explains it keeps to. */
  align?: 'middle' | 'end';
  /** Gets the id of the explanation for its `aria-describedby`. */
  children: (describedBy: string) => ReactNode;
}

/** Explains what it stands at, to those who point at it and those who reach it by keyboard; Escape closes it. */
export function Tooltip({ text, align = 'middle', children }: TooltipProps) {
  const id = useId();
  const [isClosed, setClosed] = useState(false);
  const open = () => {
    setClosed(false);
  };
  return (
    <span
      className={classes.root}
      data-align={align}
      data-closed={isClosed || undefined}
      onPointerEnter={open}
      onFocus={open}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setClosed(true);
      }}
    >
      {children(id)}
      <span id={id} role="tooltip" className={classes.tip}>
        {text}
      </span>
    </span>
  );
}
