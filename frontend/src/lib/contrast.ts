import { luminance } from '@mantine/core';

/** What small text needs at least (WCAG 2, AA). */
export const ENOUGH_CONTRAST = 4.5;

/** The contrast of two colours as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
