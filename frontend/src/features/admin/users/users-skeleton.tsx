import { Bone } from '../../../ui/bone';
import { Skeleton } from '../../../ui/skeleton';
import classes from './users.module.css';

const ROWS = 8;

export function UserTableSkeleton() {
  return (
    <Skeleton>
      <div className={classes.bones}>
        {Array.from({ length: ROWS }, (_, index) => (
          <Bone key={index} height="2.5rem" />
        ))}
      </div>
    </Skeleton>
  );
}

export function UsersSkeleton() {
  return (
    <>
      <Skeleton className={classes.headBone}>
        <Bone width="10rem" height="2.1875rem" />
      </Skeleton>
      <UserTableSkeleton />
    </>
  );
}
