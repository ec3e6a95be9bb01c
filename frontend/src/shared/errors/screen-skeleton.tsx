import { SkeletonItem } from '../../ui/skeleton-item';
import { Skeleton } from '../../ui/skeleton';
import classes from './screen-skeleton.module.css';

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
