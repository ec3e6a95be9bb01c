import { ListSkeleton, Skeleton, SkeletonItem } from '../../../ui/skeleton';
import classes from './users.module.css';

export function UserTableSkeleton() {
  return <ListSkeleton rows={8} />;
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
