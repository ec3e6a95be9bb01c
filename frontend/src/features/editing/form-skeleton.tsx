import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import classes from './item-form.module.css';

/** Apart from the forms, because it is shown while they load. */
export function FormSkeleton() {
  return (
    <Skeleton>
      <SkeletonItem width="14rem" height="2.1875rem" />
      <div className={classes.skeleton}>
        <div className={classes.main}>
          <SkeletonItem height="2.75rem" />
          <SkeletonItem height="24rem" />
        </div>
        <div className={classes.details}>
          {['a', 'b', 'c', 'd'].map((key) => (
            <SkeletonItem key={key} height="3.75rem" />
          ))}
        </div>
      </div>
    </Skeleton>
  );
}
