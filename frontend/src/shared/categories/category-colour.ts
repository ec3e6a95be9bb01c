import type { CSSProperties } from 'react';
import { isColour } from '../../lib/colour';

/** Hands a category's colour to the style sheet; anything but a hex colour leaves the accent in place. */
export function categoryColour(color: string | null | undefined): CSSProperties | undefined {
  return color && isColour(color) ? ({ '--category': color } as CSSProperties) : undefined;
}
