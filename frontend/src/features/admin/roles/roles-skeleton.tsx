import { Bone } from '../../../ui/bone';
import { Skeleton } from '../../../ui/skeleton';
import classes from './roles.module.css';

const ROWS = 6;

export function RolesSkeleton() {
  return (
    <Skeleton>
      <div className={classes.bones}>
        {Array.from({ length: ROWS }, (_, index) => (
          <Bone key={index} height="2.75rem" />
        ))}
      </div>
    </Skeleton>
  );
}
