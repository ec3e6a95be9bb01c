import { Bone } from '../../ui/bone';
import { Skeleton } from '../../ui/skeleton';
import type { ReactNode } from 'react';
import classes from './card-grid.module.css';
import cardClasses from './content-card.module.css';

type Layout = 'grid' | 'list';

export function CardGrid({ layout = 'grid', children }: { layout?: Layout; children: ReactNode }) {
  return (
    <div className={classes.grid} data-layout={layout}>
      {children}
    </div>
  );
}

function CardBones({ layout }: { layout: Layout }) {
  return (
    <div className={cardClasses.card} data-layout={layout}>
      <div className={cardClasses.picture}>
        <Bone height="100%" className={classes.pictureBone} />
      </div>
      <div className={cardClasses.body}>
        <div className={cardClasses.meta}>
          <Bone width="6rem" height="0.75rem" />
        </div>
        <Bone width="75%" height="1.125rem" className={classes.titleBone} />
        <Bone height="0.75rem" className={classes.lineBone} />
        <Bone width="60%" height="0.75rem" className={classes.lineBone} />
        <div className={cardClasses.foot}>
          <Bone width="100%" height="0.875rem" />
        </div>
      </div>
    </div>
  );
}

export function CardGridSkeleton({ layout = 'grid', count }: { layout?: Layout; count: number }) {
  return (
    <Skeleton>
      <CardGrid layout={layout}>
        {Array.from({ length: count }, (_, index) => (
          <CardBones key={index} layout={layout} />
        ))}
      </CardGrid>
    </Skeleton>
  );
}
