import type { CSSProperties } from 'react';
import { isHexColour } from '../../lib/colour';

/** Passes a category's color to the style sheet; anything but a hex color leaves the accent color. */
export function getCategoryColour(color: string | null | undefined): CSSProperties | undefined {
  return color && isHexColour(color) ? ({ '--category': color } as CSSProperties) : undefined;
}
