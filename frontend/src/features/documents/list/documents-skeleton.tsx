import { CardGridSkeleton } from '../../../shared/content/card-grid';
import { Bone } from '../../../ui/bone';
import { Skeleton } from '../../../ui/skeleton';
import classes from './documents-screen.module.css';

/** While the screen itself is on its way; the list inside has its own skeleton for changes of the filters. */
export function DocumentsSkeleton() {
  return (
    <>
      <Skeleton>
        <Bone width="10rem" height="2.1875rem" />
        <div className={classes.skeletonBar}>
          <Bone width="6rem" />
          <Bone width="16rem" height="2.25rem" />
        </div>
      </Skeleton>
      <CardGridSkeleton count={6} />
    </>
  );
}
