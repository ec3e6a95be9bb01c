import { SkeletonItem } from '../../../ui/skeleton-item';
import { Skeleton } from '../../../ui/skeleton';
import classes from './roles.module.css';

const ROWS = 6;

export function RolesSkeleton() {
  return (
    <Skeleton>
      <div className={classes.skeleton}>
        {Array.from({ length: ROWS }, (_, index) => (
          <SkeletonItem key={index} height="2.75rem" />
        ))}
      </div>
    </Skeleton>
  );
}
