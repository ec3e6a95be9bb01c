import { luminance } from '@mantine/core';

/** Whether this is a color in the form #RRGGBB, the only one the API accepts. */
export const isHexColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The minimum contrast of small text (WCAG 2, AA). */
export const MIN_CONTRAST_RATIO = 4.5;

/** The WCAG 2 contrast ratio of two colors, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
