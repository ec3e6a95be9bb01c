import classes from './bone.module.css';

interface BoneProps {
  width?: string;
  height?: string;
  className?: string;
}

/** One grey shape of a skeleton. The skeleton as a whole is hidden from screen readers by `Skeleton`. */
export function Bone({ width = '100%', height = '1rem', className }: BoneProps) {
  return <span className={className ? `${classes.bone} ${className}` : classes.bone} style={{ width, height }} />;
}
