import type { FontWeight } from '../../../../api/generated/model/fontWeight';
import type { RoleStyleResponse } from '../../../../api/generated/model/roleStyleResponse';
import { isColour } from '../../../../lib/colour';
import { roleTexts } from '../../../../messages/en-roles';
import { fallbackLook, fontWeights, type BadgeLook } from '../../../../shared/people/badge-look';

const text = roleTexts.styling;

export type StyleValues = Omit<RoleStyleResponse, 'role' | 'inline_styles' | 'show_role_badge'>;

/** What can be changed of a style. */
export function valuesOf(style: RoleStyleResponse): StyleValues {
  const { display_name, background_color, text_color, border_color, font_weight } = style;
  const { font_size, border_radius, padding, margin, css_class, is_active } = style;
  const colours = { background_color, text_color, border_color };
  return { display_name, ...colours, font_weight, font_size, border_radius, padding, margin, css_class, is_active };
}

/** Lengths in pixels within bounds, as the server takes them. */
function arePixels(typed: string, { min = 0, max, most = 1 }: { min?: number; max: number; most?: number }): boolean {
  const parts = typed.split(' ');
  return (
    parts.length <= most &&
    parts.every((part) => {
      if (part === '0') return min === 0;
      return /^\d{1,4}(\.\d)?px$/.test(part) && Number.parseFloat(part) >= min && Number.parseFloat(part) <= max;
    })
  );
}

const isColourOrEmpty = (typed: string) => typed === '' || isColour(typed);
const isBox = (typed: string) => arePixels(typed, { max: 24, most: 4 });
const check = (isGood: (typed: string) => boolean, wrong: string) => (typed: string) => (isGood(typed) ? null : wrong);

/** What is wrong with each field, or null. */
export const styleRules = {
  display_name: check((typed) => typed.length <= 60, text.tooLong),
  background_color: check(isColourOrEmpty, text.colourWrong),
  text_color: check(isColour, text.colourWrong),
  border_color: check(isColourOrEmpty, text.colourWrong),
  font_size: check((typed) => arePixels(typed, { min: 8, max: 24 }), text.fontSizeWrong),
  border_radius: check((typed) => arePixels(typed, { max: 9999 }), text.radiusWrong),
  padding: check(isBox, text.boxWrong),
  margin: check(isBox, text.boxWrong),
  css_class: check((typed) => typed.length <= 60 && /^([a-z][a-z0-9_-]*)?$/i.test(typed), text.cssClassWrong),
};

type Checked = Exclude<keyof BadgeLook, 'font_weight'>;

/** The look that follows from the role itself. */
export const plainLook = (role: string, colour?: string): BadgeLook => ({
  ...fallbackLook(role),
  ...(colour && { background_color: colour }),
});

/** What can be shown of what was typed: a value that is wrong, or not finished, is as for a role without a style. */
export function lookOf(otherwise: BadgeLook, values: StyleValues): BadgeLook {
  const shown = (field: Checked) =>
    styleRules[field](values[field]) === null && (values[field] || field === 'border_color')
      ? values[field]
      : otherwise[field];
  return {
    background_color: shown('background_color'),
    text_color: shown('text_color'),
    border_color: shown('border_color'),
    font_weight: values.font_weight,
    font_size: shown('font_size'),
    border_radius: shown('border_radius'),
    padding: shown('padding'),
    margin: shown('margin'),
  };
}

/** The CSS text the server makes of the same values, with a line for each declaration. */
export function cssText(cssClass: string, look: BadgeLook): string {
  const declarations: [string, string | number][] = [
    ['background-color', look.background_color],
    ['color', look.text_color],
    ['border', look.border_color && `1px solid ${look.border_color}`],
    ['font-weight', fontWeights[look.font_weight]],
    ['font-size', look.font_size],
    ['border-radius', look.border_radius],
    ['padding', look.padding],
    ['margin', look.margin],
  ];
  const lines = declarations.filter(([, value]) => value !== '').map(([property, value]) => `  ${property}: ${value};`);
  return [`.${cssClass} {`, ...lines, '}'].join('\n');
}

export const cssClassOf = (role: string, typed: string): string =>
  typed && styleRules.css_class(typed) === null ? typed : `role-${role.toLowerCase().replaceAll('_', '-')}`;

export const weightChoices = Object.keys(fontWeights).map((weight) => ({
  value: weight,
  label: text.weights[weight as FontWeight],
}));
