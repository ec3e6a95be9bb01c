import { CategoryIcon } from '../categories/category-icon';
import { categoryColour } from '../categories/category-colour';
import classes from './placeholder.module.css';

interface PlaceholderProps {
  /** The same content always gets the same drawing. */
  seed: string;
  category: { icon?: string | null; color?: string | null } | null;
}

function numberFrom(seed: string): number {
  let hash = 7;
  for (const char of seed) hash = (hash * 31 + char.charCodeAt(0)) % 9973;
  return hash;
}

/** Stands where there is no thumbnail: a quiet drawing in the category's colour, with its icon. */
export function Placeholder({ seed, category }: PlaceholderProps) {
  const n = numberFrom(seed);
  const x = 40 + (n % 5) * 60;
  const y = 20 + (n % 7) * 16;
  const radius = 46 + (n % 4) * 14;
  return (
    <span className={classes.placeholder} style={categoryColour(category?.color)} aria-hidden="true">
      <svg className={classes.drawing} viewBox="0 0 320 160" preserveAspectRatio="xMidYMid slice">
        {[0, 1, 2].map((ring) => (
          <circle key={ring} cx={x} cy={y} r={radius + ring * 44} className={classes.line} />
        ))}
        <circle cx={320 - x} cy={160 - y} r={radius * 0.6} className={classes.shape} />
      </svg>
      <span className={classes.icon}>
        <CategoryIcon icon={category?.icon} size={30} />
      </span>
    </span>
  );
}
