import type { ReactNode } from 'react';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import classes from './content-card.module.css';

type Layout = 'grid' | 'list';

export function CardGrid({ layout = 'grid', children }: { layout?: Layout; children: ReactNode }) {
  return (
    <div className={classes.grid} data-layout={layout}>
      {children}
    </div>
  );
}

function CardSkeleton({ layout }: { layout: Layout }) {
  return (
    <div className={classes.card} data-layout={layout}>
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

export function CardGridSkeleton({ layout = 'grid', count }: { layout?: Layout; count: number }) {
  return (
    <Skeleton>
      <CardGrid layout={layout}>
        {Array.from({ length: count }, (_, index) => (
          <CardSkeleton key={index} layout={layout} />
        ))}
      </CardGrid>
    </Skeleton>
  );
}
