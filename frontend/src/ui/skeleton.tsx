import type { ReactNode } from 'react';
import { messages } from '../messages/common';
import { VisuallyHidden } from './visually-hidden';
import classes from './skeleton.module.css';

/** Placeholder of loading content, in the content's final shape. */
export function Skeleton({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div aria-busy="true" className={className}>
      <VisuallyHidden>{messages.app.loading}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

interface SkeletonItemProps {
  width?: string;
  height?: string;
  className?: string;
}

/** One gray shape of a skeleton; `Skeleton` hides it from screen readers. */
export function SkeletonItem({ width = '100%', height = '1rem', className }: SkeletonItemProps) {
  return <span className={className ? `${classes.item} ${className}` : classes.item} style={{ width, height }} />;
}

/** Rows of equal height, for tables and lists. */
export function ListSkeleton({ rows, rowHeight = '2.5rem' }: { rows: number; rowHeight?: string }) {
  return (
    <Skeleton>
      <div className={classes.rows}>
        {Array.from({ length: rows }, (_, index) => (
          <SkeletonItem key={index} height={rowHeight} />
        ))}
      </div>
    </Skeleton>
  );
}

/** A title and some lines, for screens without their own skeleton. */
export function ScreenSkeleton() {
  return (
    <Skeleton>
      <div className={classes.lines}>
        <SkeletonItem width="16rem" height="2.1875rem" />
        <SkeletonItem width="100%" height="8rem" />
        <SkeletonItem width="80%" />
        <SkeletonItem width="60%" />
      </div>
    </Skeleton>
  );
}
