import { ListSkeleton, Skeleton, SkeletonItem } from '../../../ui/skeleton';
import classes from './content.module.css';

export function ContentTableSkeleton() {
  return <ListSkeleton rows={8} rowHeight="3.25rem" />;
}

export function ContentSkeleton() {
  return (
    <>
      <Skeleton className={classes.headSkeleton}>
        <SkeletonItem width="10rem" height="2.1875rem" />
        <SkeletonItem height="2.25rem" />
        <SkeletonItem height="2.25rem" />
      </Skeleton>
      <ContentTableSkeleton />
    </>
  );
}
