import { luminance, type MantineColorsTuple } from '@mantine/core';
import { contrastRatio, MIN_CONTRAST_RATIO } from './color';

/** The accent color of the hub in all shades that the theme needs. */
export interface Accent {
  /** From light to dark. Shade 7 is for the light color scheme, shade 4 for the dark one. */
  shades: MantineColorsTuple;
  /** Text and tint in the dark color scheme; those of the light one are shades 7 and 0. */
  dark: string;
  darkTint: string;
}

const WHITE = '#ffffff';
const BLACK = '#000000';
/** The backgrounds with the least contrast to text: of hovered rows. */
const LIGHT_BACKGROUND = '#ebeff2';
const DARK_BACKGROUND = '#222c36';
const DARK_SURFACE = '#192129';
/** Above the luminance from which the theme writes dark text on filled buttons. */
const MIN_FILLED_LUMINANCE = 0.34;
const STEPS = 50;

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** @param share of `other`, from 0 to 1 */
function mix(color: string, other: string, share: number): string {
  const [from, to] = [channels(color), channels(other)];
  const mixed = from.map((value, index) => Math.round(value + ((to[index] ?? value) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes in as little of `other` as the condition needs. */
function mixAsNeeded(color: string, other: string, isEnough: (mixed: string) => boolean): string {
  for (let step = 0; step <= STEPS; step++) {
    const mixed = mix(color, other, step / STEPS);
    if (isEnough(mixed)) return mixed;
  }
  return other;
}

const isReadable = (text: string, backgrounds: readonly string[]): boolean =>
  backgrounds.every((background) => contrastRatio(text, background) >= MIN_CONTRAST_RATIO);

/**
 * Shades of a color in which texts, links and buttons have a contrast of 4.5:1 or more in both color schemes, whatever
 * the color is: it is darkened for the light scheme and lightened for the dark one as far as necessary.
 */
export function createAccent(color: string): Accent {
  const tint = mix(color, WHITE, 0.9);
  const strong = mixAsNeeded(color, BLACK, (text) => isReadable(text, [tint, LIGHT_BACKGROUND, WHITE]));
  const soft = mixAsNeeded(color, WHITE, (shade) => luminance(shade) >= MIN_FILLED_LUMINANCE);
  const darkTint = mixAsNeeded(
    mix(color, DARK_SURFACE, 0.75),
    DARK_SURFACE,
    (background) => luminance(background) < 0.03,
  );
  const dark = mixAsNeeded(soft, WHITE, (text) => isReadable(text, [darkTint, DARK_BACKGROUND]));
  return {
    shades: [
      tint,
      mix(soft, WHITE, 0.7),
      mix(soft, WHITE, 0.5),
      mix(soft, WHITE, 0.25),
      soft,
      mix(soft, BLACK, 0.06),
      mix(strong, WHITE, 0.12),
      strong,
      mix(strong, BLACK, 0.2),
      mix(strong, BLACK, 0.4),
    ],
    dark,
    darkTint,
  };
}
