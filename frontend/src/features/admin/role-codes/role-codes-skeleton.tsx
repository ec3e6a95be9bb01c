import { SkeletonItem } from '../../../ui/skeleton-item';
import { Skeleton } from '../../../ui/skeleton';
import classes from './role-codes.module.css';

const ROWS = 4;

export function RoleCodesSkeleton() {
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
