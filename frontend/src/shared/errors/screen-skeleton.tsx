import { Bone } from '../../ui/bone';
import { Skeleton } from '../../ui/skeleton';
import classes from './screen-skeleton.module.css';

/** For screens without a skeleton of their own: a title and some lines. */
export function ScreenSkeleton() {
  return (
    <Skeleton>
      <div className={classes.lines}>
        <Bone width="16rem" height="2.1875rem" />
        <Bone width="100%" height="8rem" />
        <Bone width="80%" />
        <Bone width="60%" />
      </div>
    </Skeleton>
  );
}
