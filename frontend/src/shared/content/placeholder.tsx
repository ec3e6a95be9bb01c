import type { CSSProperties } from 'react';
import { language } from '../../lib/language';
import { getCategoryColor } from '../categories/category-color';
import { CategoryIcon } from '../categories/category-icon';
import classes from './placeholder.module.css';

/** A deterministic pseudo-random number of a text. */
export function hashToNumber(text: string): number {
  let hash = 7;
  for (let index = 0; index < text.length; index++) hash = (hash * 31 + text.charCodeAt(index)) % 9973;
  return hash;
}

/** The first letter or digit in upper case; a title without any yields its first character. */
export function getInitial(title: string): string {
  const sign = /[\p{L}\p{N}]/u.exec(title)?.[0] ?? [...title.trim()][0] ?? '';
  return sign.toLocaleUpperCase(language);
}

interface PlaceholderProps {
  /** Seeds the drawing. */
  title: string;
  category: { icon?: string | null; color?: string | null } | null;
}

/** The number of tones in the theme. */
const TONES = 6;

/**
 * Replaces a missing thumbnail: a drawing in the category's color with its icon, or in a color derived from the title.
 */
export function Placeholder({ title, category }: PlaceholderProps) {
  const n = hashToNumber(title);
  const x = 40 + (n % 5) * 60;
  const y = 20 + (n % 7) * 16;
  const radius = 46 + (n % 4) * 14;
  const ownTone = { '--category': `var(--hub-tone-${(n % TONES) + 1})` } as CSSProperties;
  return (
    <span className={classes.placeholder} style={getCategoryColor(category?.color) ?? ownTone} aria-hidden="true">
      <svg className={classes.drawing} viewBox="0 0 320 160" preserveAspectRatio="xMidYMid slice">
        {[0, 1, 2].map((ring) => (
          <circle key={ring} cx={x} cy={y} r={radius + ring * 44} className={classes.line} />
        ))}
        <circle cx={320 - x} cy={160 - y} r={radius * 0.6} className={classes.shape} />
      </svg>
      {/* Rendered by CSS, because the title is next to it as text. */}
      <span className={classes.icon} data-initial={category ? undefined : getInitial(title)}>
        {category && <CategoryIcon icon={category.icon} size={30} />}
      </span>
    </span>
  );
}
