import { SkeletonItem } from '../../ui/skeleton-item';
import { Skeleton } from '../../ui/skeleton';
import classes from './result-item.module.css';
import screen from './search-screen.module.css';

const RESULTS = 5;

export function ResultsSkeleton() {
  return (
    <Skeleton>
      <div className={screen.results}>
        {Array.from({ length: RESULTS }, (_, index) => (
          <div key={index} className={classes.result}>
            <SkeletonItem width="2.5rem" height="2.5rem" className={screen.iconSkeleton} />
            <div className={classes.body}>
              <SkeletonItem width="9rem" height="0.75rem" />
              <SkeletonItem width={`${50 - index * 5}%`} height="1.125rem" className={screen.item} />
              <SkeletonItem width="90%" height="0.75rem" className={screen.item} />
              <SkeletonItem width="70%" height="0.75rem" className={screen.item} />
              <SkeletonItem width="14rem" height="0.75rem" className={screen.lastSkeleton} />
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
