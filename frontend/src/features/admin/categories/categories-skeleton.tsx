import { SkeletonItem } from '../../../ui/skeleton-item';
import { Skeleton } from '../../../ui/skeleton';
import classes from './categories.module.css';

const CARDS = 6;

export function CategoriesSkeleton() {
  return (
    <Skeleton>
      <div className={classes.grid}>
        {Array.from({ length: CARDS }, (_, index) => (
          <div key={index} className={classes.card}>
            <div className={classes.cardHead}>
              <SkeletonItem width="2.75rem" height="2.75rem" />
              <SkeletonItem width="50%" height="1.125rem" />
            </div>
            <SkeletonItem width="85%" height="0.875rem" className={classes.descriptionSkeleton} />
            <SkeletonItem width="60%" height="0.75rem" className={classes.footSkeleton} />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
