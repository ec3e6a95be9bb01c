import { Bone } from '../../ui/bone';
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
            <Bone width="2.5rem" height="2.5rem" className={screen.iconBone} />
            <div className={classes.body}>
              <Bone width="9rem" height="0.75rem" />
              <Bone width={`${50 - index * 5}%`} height="1.125rem" className={screen.bone} />
              <Bone width="90%" height="0.75rem" className={screen.bone} />
              <Bone width="70%" height="0.75rem" className={screen.bone} />
              <Bone width="14rem" height="0.75rem" className={screen.lastBone} />
            </div>
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
