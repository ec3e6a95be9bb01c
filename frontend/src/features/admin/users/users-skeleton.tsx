import { SkeletonItem } from '../../../ui/skeleton-item';
import { Skeleton } from '../../../ui/skeleton';
import classes from './users.module.css';

const ROWS = 8;

export function UserTableSkeleton() {
  return (
    <Skeleton>
      <div className={classes.skeleton}>
        {Array.from({ length: ROWS }, (_, index) => (
          <SkeletonItem key={index} height="2.5rem" />
        ))}
      </div>
    </Skeleton>
  );
}

export function UsersSkeleton() {
  return (
    <>
      <Skeleton className={classes.headSkeleton}>
        <SkeletonItem width="10rem" height="2.1875rem" />
      </Skeleton>
      <UserTableSkeleton />
    </>
  );
}
