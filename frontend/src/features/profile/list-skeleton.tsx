import { Bone } from '../../ui/bone';
import { Skeleton } from '../../ui/skeleton';
import classes from './own-profile.module.css';

export function ListSkeleton() {
  return (
    <Skeleton>
      <div className={classes.bones}>
        <Bone height="2.5rem" />
        <Bone height="2.5rem" />
      </div>
    </Skeleton>
  );
}
