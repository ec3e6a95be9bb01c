import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import { CardGridSkeleton } from '../content/card-grid';
import classes from './content-list.module.css';

const SKELETON_CARDS = 6;

/** Shown while the screen itself loads; the list has its own skeleton for filter changes. */
export function ListSkeleton() {
  return (
    <>
      <Skeleton>
        <SkeletonItem width="10rem" height="2.1875rem" />
        <div className={classes.skeletonBar}>
          <SkeletonItem width="6rem" />
          <SkeletonItem width="16rem" height="2.25rem" />
        </div>
      </Skeleton>
      <CardGridSkeleton count={SKELETON_CARDS} />
    </>
  );
}
