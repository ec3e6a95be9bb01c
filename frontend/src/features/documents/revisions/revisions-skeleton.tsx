import { Bone } from '../../../ui/bone';
import { Skeleton } from '../../../ui/skeleton';
import classes from './revisions.module.css';

export function RevisionsSkeleton() {
  return (
    <Skeleton>
      <Bone width="12rem" height="2.1875rem" />
      <div className={`${classes.layout} ${classes.skeleton}`}>
        <div className={classes.list}>
          {['a', 'b', 'c'].map((key) => (
            <Bone key={key} height="5.5rem" />
          ))}
        </div>
        <Bone height="20rem" />
      </div>
    </Skeleton>
  );
}
