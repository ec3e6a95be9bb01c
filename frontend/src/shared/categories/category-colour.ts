import type { CSSProperties } from 'react';

/** Hands a category's colour to the style sheet; anything but a hex colour leaves the accent in place. */
export function categoryColour(color: string | null | undefined): CSSProperties | undefined {
  return color && /^#[0-9a-f]{6}$/i.test(color) ? ({ '--category': color } as CSSProperties) : undefined;
}
