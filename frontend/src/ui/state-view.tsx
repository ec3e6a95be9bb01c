import { useEffect, useRef, type ReactNode } from 'react';
import classes from './state-view.module.css';

interface StateViewProps {
  icon?: ReactNode;
  title: ReactNode;
  text?: string;
  /** 1 where the view is the whole screen, so that its title is the page's main heading. */
  level?: 1 | 2;
  /** Announced immediately, for errors. */
  isAlert?: boolean;
  /** Focuses the heading, for a view that replaces the element that had the focus. */
  shouldFocus?: boolean;
  children?: ReactNode;
}

/** An empty, error, missing or forbidden state: an explanation and the next action. */
export function StateView(props: StateViewProps) {
  const { icon, title, text, level = 2, isAlert = false, shouldFocus = false, children } = props;
  const Heading = level === 1 ? 'h1' : 'h2';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shouldFocus) heading.current?.focus();
  }, [shouldFocus]);
  return (
    <div className={classes.view} data-page={level === 1 || undefined} role={isAlert ? 'alert' : undefined}>
      {icon && (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading ref={heading} className={classes.title} tabIndex={level === 1 || shouldFocus ? -1 : undefined}>
        {title}
      </Heading>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
