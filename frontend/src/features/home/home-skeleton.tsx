import { CardGridSkeleton } from '../../shared/content/card-grid';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import classes from './home.module.css';

export function HomeSkeleton() {
  return (
    <div className={classes.screen}>
      <Skeleton>
        <SkeletonItem height="7rem" />
      </Skeleton>
      <CardGridSkeleton count={3} />
    </div>
  );
}
