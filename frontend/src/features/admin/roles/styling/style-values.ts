import type { FontWeight } from '../../../../api/generated/model/fontWeight';
import type { RoleStyleResponse } from '../../../../api/generated/model/roleStyleResponse';
import { isHexColor } from '../../../../lib/color';
import { roleTexts } from '../../../../messages/roles';
import { getFallbackStyle, fontWeights, type BadgeStyle } from '../../../../shared/roles/roles';

const text = roleTexts.styling;

export type StyleValues = Omit<RoleStyleResponse, 'role' | 'inline_styles' | 'show_role_badge'>;

/** The editable values of a style. */
export function toFormValues(style: RoleStyleResponse): StyleValues {
  const { display_name, background_color, text_color, border_color, font_weight } = style;
  const { font_size, border_radius, padding, margin, css_class, is_active } = style;
  const colors = { background_color, text_color, border_color };
  return { display_name, ...colors, font_weight, font_size, border_radius, padding, margin, css_class, is_active };
}

/** Lengths in pixels within bounds, as accepted by the API. */
function arePixelLengths(
  value: string,
  { min = 0, max, most = 1 }: { min?: number; max: number; most?: number },
): boolean {
  const parts = value.split(' ');
  return (
    parts.length <= most &&
    parts.every((part) => {
      if (part === '0') return min === 0;
      return /^\d{1,4}(\.\d)?px$/.test(part) && Number.parseFloat(part) >= min && Number.parseFloat(part) <= max;
    })
  );
}

const isColorOrEmpty = (value: string) => value === '' || isHexColor(value);
const isBox = (value: string) => arePixelLengths(value, { max: 24, most: 4 });
const createValidator = (isGood: (value: string) => boolean, wrong: string) => (value: string) =>
  isGood(value) ? null : wrong;

/** Validators per field; null means valid. */
export const styleRules = {
  display_name: createValidator((value) => value.length <= 60, text.tooLong),
  background_color: createValidator(isColorOrEmpty, text.colorWrong),
  text_color: createValidator(isHexColor, text.colorWrong),
  border_color: createValidator(isColorOrEmpty, text.colorWrong),
  font_size: createValidator((value) => arePixelLengths(value, { min: 8, max: 24 }), text.fontSizeWrong),
  border_radius: createValidator((value) => arePixelLengths(value, { max: 9999 }), text.radiusWrong),
  padding: createValidator(isBox, text.boxWrong),
  margin: createValidator(isBox, text.boxWrong),
  css_class: createValidator((value) => value.length <= 60 && /^([a-z][a-z0-9_-]*)?$/i.test(value), text.cssClassWrong),
};

type ValidatedField = Exclude<keyof BadgeStyle, 'font_weight'>;

/** The style derived from the role itself. */
export const getDefaultStyle = (role: string, color?: string): BadgeStyle => ({
  ...getFallbackStyle(role),
  ...(color && { background_color: color }),
});

/** The style of the current values; invalid or incomplete values fall back to the default style. */
export function toBadgeStyle(fallback: BadgeStyle, values: StyleValues): BadgeStyle {
  const withDefault = (field: ValidatedField) =>
    styleRules[field](values[field]) === null && (values[field] || field === 'border_color')
      ? values[field]
      : fallback[field];
  return {
    background_color: withDefault('background_color'),
    text_color: withDefault('text_color'),
    border_color: withDefault('border_color'),
    font_weight: values.font_weight,
    font_size: withDefault('font_size'),
    border_radius: withDefault('border_radius'),
    padding: withDefault('padding'),
    margin: withDefault('margin'),
  };
}

/** The CSS that the server generates from the same values, one declaration per line. */
export function createCssText(cssClass: string, badgeStyle: BadgeStyle): string {
  const declarations: [string, string | number][] = [
    ['background-color', badgeStyle.background_color],
    ['color', badgeStyle.text_color],
    ['border', badgeStyle.border_color && `1px solid ${badgeStyle.border_color}`],
    ['font-weight', fontWeights[badgeStyle.font_weight]],
    ['font-size', badgeStyle.font_size],
    ['border-radius', badgeStyle.border_radius],
    ['padding', badgeStyle.padding],
    ['margin', badgeStyle.margin],
  ];
  const lines = declarations.filter(([, value]) => value !== '').map(([property, value]) => `  ${property}: ${value};`);
  return [`.${cssClass} {`, ...lines, '}'].join('\n');
}

export const getCssClass = (role: string, value: string): string =>
  value && styleRules.css_class(value) === null ? value : `role-${role.toLowerCase().replaceAll('_', '-')}`;

export const weightOptions = Object.keys(fontWeights).map((weight) => ({
  value: weight,
  label: text.weights[weight as FontWeight],
}));
