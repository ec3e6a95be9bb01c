import type { CSSProperties } from 'react';
import { CategoryIcon } from '../categories/category-icon';
import { categoryColour } from '../categories/category-colour';
import classes from './placeholder.module.css';
import { initialOf, numberFrom } from './placeholder-seed';

interface PlaceholderProps {
  /** The same title always gets the same drawing. */
  title: string;
  category: { icon?: string | null; color?: string | null } | null;
}

/** As many as the theme has. */
const TONES = 6;

/** Stands where there is no thumbnail: a quiet drawing in the category's colour with its icon, or in one of the title's. */
export function Placeholder({ title, category }: PlaceholderProps) {
  const n = numberFrom(title);
  const x = 40 + (n % 5) * 60;
  const y = 20 + (n % 7) * 16;
  const radius = 46 + (n % 4) * 14;
  const ownTone = { '--category': `var(--hub-tone-${(n % TONES) + 1})` } as CSSProperties;
  return (
    <span className={classes.placeholder} style={categoryColour(category?.color) ?? ownTone} aria-hidden="true">
      <svg className={classes.drawing} viewBox="0 0 320 160" preserveAspectRatio="xMidYMid slice">
        {[0, 1, 2].map((ring) => (
          <circle key={ring} cx={x} cy={y} r={radius + ring * 44} className={classes.line} />
        ))}
        <circle cx={320 - x} cy={160 - y} r={radius * 0.6} className={classes.shape} />
      </svg>
      {/* Drawn by the style sheet: the title stands beside it as text. */}
      <span className={classes.icon} data-initial={category ? undefined : initialOf(title)}>
        {category && <CategoryIcon icon={category.icon} size={30} />}
      </span>
    </span>
  );
}
