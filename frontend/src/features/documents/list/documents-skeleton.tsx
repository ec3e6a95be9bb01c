import { CardGridSkeleton } from '../../../shared/content/card-grid';
import { SkeletonItem } from '../../../ui/skeleton-item';
import { Skeleton } from '../../../ui/skeleton';
import classes from './documents-screen.module.css';

/** Shown while the screen itself loads; the list has its own skeleton for filter changes. */
export function DocumentsSkeleton() {
  return (
    <>
      <Skeleton>
        <SkeletonItem width="10rem" height="2.1875rem" />
        <div className={classes.skeletonBar}>
          <SkeletonItem width="6rem" />
          <SkeletonItem width="16rem" height="2.25rem" />
        </div>
      </Skeleton>
      <CardGridSkeleton count={6} />
    </>
  );
}
