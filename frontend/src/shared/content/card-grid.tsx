import type { ReactNode } from 'react';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import classes from './content-card.module.css';

export function CardGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>;
}

function CardSkeleton() {
  return (
    <div className={classes.card}>
      <div className={classes.media}>
        <SkeletonItem height="100%" className={classes.imageSkeleton} />
      </div>
      <div className={classes.body}>
        <div className={classes.meta}>
          <SkeletonItem width="6rem" height="0.75rem" />
        </div>
        <SkeletonItem width="75%" height="1.125rem" className={classes.titleSkeleton} />
        <SkeletonItem height="0.75rem" className={classes.lineSkeleton} />
        <SkeletonItem width="60%" height="0.75rem" className={classes.lineSkeleton} />
        <div className={classes.footer}>
          <SkeletonItem width="100%" height="0.875rem" />
        </div>
      </div>
    </div>
  );
}

export function CardGridSkeleton({ count }: { count: number }) {
  return (
    <Skeleton>
      <CardGrid>
        {Array.from({ length: count }, (_, index) => (
          <CardSkeleton key={index} />
        ))}
      </CardGrid>
    </Skeleton>
  );
}
