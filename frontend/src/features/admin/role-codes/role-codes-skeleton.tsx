import { Bone } from '../../../ui/bone';
import { Skeleton } from '../../../ui/skeleton';
import classes from './role-codes.module.css';

const ROWS = 4;

export function RoleCodesSkeleton() {
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
