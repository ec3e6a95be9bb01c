import { SkeletonItem } from '../../../ui/skeleton-item';
import { Skeleton } from '../../../ui/skeleton';
import classes from './document-screen.module.css';

export function DocumentSkeleton() {
  return (
    <div className={classes.layout}>
      <Skeleton className={classes.column}>
        <div className={classes.skeleton}>
          <SkeletonItem width="9rem" height="0.75rem" />
          <SkeletonItem width="22rem" height="0.875rem" />
          <SkeletonItem width="80%" height="2.5rem" />
          <SkeletonItem width="60%" height="1.25rem" />
        </div>
        <div className={classes.content}>
          <div className={classes.skeleton}>
            {['100%', '96%', '88%', '40%', '98%', '92%', '70%'].map((width) => (
              <SkeletonItem key={width} width={width} />
            ))}
          </div>
        </div>
      </Skeleton>
    </div>
  );
}
