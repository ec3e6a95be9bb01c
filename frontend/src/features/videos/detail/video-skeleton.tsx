import { Skeleton, SkeletonItem } from '../../../ui/skeleton';
import classes from './video-screen.module.css';

/** Apart from the screen, because it is shown while that loads. */
export function VideoSkeleton() {
  return (
    <div className={classes.layout} data-panes>
      <Skeleton className={classes.article}>
        <SkeletonItem height="auto" className={classes.skeletonStage} />
        <SkeletonItem width="70%" height="2rem" />
        <SkeletonItem width="22rem" height="0.875rem" />
      </Skeleton>
    </div>
  );
}
