import classes from './skeleton-item.module.css';

interface SkeletonItemProps {
  width?: string;
  height?: string;
  className?: string;
}

/** One grey shape of a skeleton; `Skeleton` hides it from screen readers. */
export function SkeletonItem({ width = '100%', height = '1rem', className }: SkeletonItemProps) {
  return <span className={className ? `${classes.item} ${className}` : classes.item} style={{ width, height }} />;
}
