import { Skeleton, SkeletonItem } from '../../../ui/skeleton';
import classes from './public-profile.module.css';

export function PublicProfileSkeleton() {
  return (
    <Skeleton className={classes.screen}>
      <div className={classes.head}>
        <SkeletonItem width="5rem" height="5rem" className={classes.roundSkeleton} />
        <div className={classes.user}>
          <SkeletonItem width="14rem" height="2.1875rem" />
          <SkeletonItem width="8rem" className={classes.secondSkeleton} />
        </div>
      </div>
      <div className={classes.columns}>
        <SkeletonItem height="8rem" />
        <SkeletonItem height="8rem" />
      </div>
    </Skeleton>
  );
}
