import { SkeletonItem } from '../../../ui/skeleton-item';
import { Skeleton } from '../../../ui/skeleton';
import classes from './revisions.module.css';

export function RevisionsSkeleton() {
  return (
    <Skeleton>
      <SkeletonItem width="12rem" height="2.1875rem" />
      <div className={`${classes.layout} ${classes.skeleton}`}>
        <div className={classes.list}>
          {['a', 'b', 'c'].map((key) => (
            <SkeletonItem key={key} height="5.5rem" />
          ))}
        </div>
        <SkeletonItem height="20rem" />
      </div>
    </Skeleton>
  );
}
