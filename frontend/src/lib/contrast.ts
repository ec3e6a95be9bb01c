import { luminance } from '@mantine/core';

/** The minimum contrast of small text (WCAG 2, AA). */
export const MIN_CONTRAST_RATIO = 4.5;

/** The WCAG 2 contrast ratio of two colors, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
