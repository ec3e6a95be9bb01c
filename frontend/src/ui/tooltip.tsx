import { useId, useState, type ReactNode } from 'react';
import classes from './tooltip.module.css';

interface TooltipProps {
  text: string;
  /** The edge of the target with which it is aligned. */
  align?: 'middle' | 'end';
  /** Receives the id of the tooltip for `aria-describedby`. */
  children: (describedBy: string) => ReactNode;
}

/** Shown on hover and keyboard focus; Escape closes it. The text describes the target also while it is hidden. */
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
