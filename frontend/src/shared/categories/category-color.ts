import type { CSSProperties } from 'react';
import { isHexColor } from '../../lib/color';

/** Passes a category's color to the style sheet; anything but a hex color leaves the accent color. */
export function getCategoryColor(color: string | null | undefined): CSSProperties | undefined {
  return color && isHexColor(color) ? ({ '--category': color } as CSSProperties) : undefined;
}
