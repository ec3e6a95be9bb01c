import { SkeletonItem } from '../../ui/skeleton-item';
import { Skeleton } from '../../ui/skeleton';
import classes from './own-profile.module.css';

export function ListSkeleton() {
  return (
    <Skeleton>
      <div className={classes.skeleton}>
        <SkeletonItem height="2.5rem" />
        <SkeletonItem height="2.5rem" />
      </div>
    </Skeleton>
  );
}
