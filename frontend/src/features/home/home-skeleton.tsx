import { CardGridSkeleton } from '../../shared/content/card-grid';
import { Bone } from '../../ui/bone';
import { Skeleton } from '../../ui/skeleton';
import classes from './home.module.css';

export function HomeSkeleton() {
  return (
    <div className={classes.screen}>
      <Skeleton>
        <Bone height="7rem" />
      </Skeleton>
      <CardGridSkeleton count={3} />
    </div>
  );
}
