import { Skeleton, SkeletonItem } from '../../../ui/skeleton';
import classes from './moderation.module.css';

/** The list beside the first item. */
export function QueueSkeleton() {
  return (
    <Skeleton>
      <div className={classes.columns}>
        <div className={classes.skeletonList}>
          {Array.from({ length: 5 }, (_, index) => (
            <SkeletonItem key={index} height="6.5rem" />
          ))}
        </div>
        <div className={classes.pane}>
          <div className={classes.skeletonList}>
            <SkeletonItem width="60%" height="2rem" />
            <SkeletonItem width="40%" />
            <SkeletonItem height="2.25rem" width="20rem" />
            <SkeletonItem height="16rem" />
          </div>
        </div>
      </div>
    </Skeleton>
  );
}
