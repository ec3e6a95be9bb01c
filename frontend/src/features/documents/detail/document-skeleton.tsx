import { Bone } from '../../../ui/bone';
import { Skeleton } from '../../../ui/skeleton';
import classes from './document-screen.module.css';

export function DocumentSkeleton() {
  return (
    <div className={classes.layout}>
      <Skeleton className={classes.column}>
        <div className={classes.bones}>
          <Bone width="9rem" height="0.75rem" />
          <Bone width="22rem" height="0.875rem" />
          <Bone width="80%" height="2.5rem" />
          <Bone width="60%" height="1.25rem" />
        </div>
        <div className={classes.content}>
          <div className={classes.bones}>
            {['100%', '96%', '88%', '40%', '98%', '92%', '70%'].map((width) => (
              <Bone key={width} width={width} />
            ))}
          </div>
        </div>
      </Skeleton>
    </div>
  );
}
