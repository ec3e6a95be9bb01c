import { Bone } from '../../../ui/bone';
import { Skeleton } from '../../../ui/skeleton';
import classes from './document-form.module.css';

export function FormSkeleton() {
  return (
    <Skeleton>
      <Bone width="14rem" height="2.1875rem" />
      <div className={classes.skeleton}>
        <div className={classes.main}>
          <Bone height="2.75rem" />
          <Bone height="24rem" />
        </div>
        <div className={classes.details}>
          {['a', 'b', 'c', 'd'].map((key) => (
            <Bone key={key} height="3.75rem" />
          ))}
        </div>
      </div>
    </Skeleton>
  );
}
