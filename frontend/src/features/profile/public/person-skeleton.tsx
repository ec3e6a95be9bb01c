import { Bone } from '../../../ui/bone';
import { Skeleton } from '../../../ui/skeleton';
import classes from './person.module.css';

export function PersonSkeleton() {
  return (
    <Skeleton className={classes.screen}>
      <div className={classes.head}>
        <Bone width="5rem" height="5rem" className={classes.roundBone} />
        <div className={classes.who}>
          <Bone width="14rem" height="2.1875rem" />
          <Bone width="8rem" className={classes.secondBone} />
        </div>
      </div>
      <div className={classes.columns}>
        <Bone height="8rem" />
        <Bone height="8rem" />
      </div>
    </Skeleton>
  );
}
