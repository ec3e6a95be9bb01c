import type { Row } from '../../../schema/index.js';

/** The style of a badge as bounded texts and numbers. CSS is generated from them, never accepted from users. */
export type StyleTokens = Required<Row<'roles'>['style']>;
export type FontWeight = StyleTokens['font_weight'];

export const fontWeights = ['normal', 'medium', 'semibold', 'bold'] as const satisfies FontWeight[];

export const DEFAULT_ROLE_COLOR = '#6B7280';
const weights: Record<FontWeight, number> = { normal: 400, medium: 500, semibold: 600, bold: 700 };

/** The style derived from the role itself. */
export const defaultStyle = (role: Pick<Row<'roles'>, 'name' | 'display_name' | 'color'>): StyleTokens => ({
  display_name: role.display_name,
  background_color: role.color || DEFAULT_ROLE_COLOR,
  text_color: '#FFFFFF',
  border_color: '',
  font_weight: 'medium',
  font_size: '12px',
  border_radius: '4px',
  padding: '2px 8px',
  margin: '0 2px',
  css_class: `role-${role.name.toLowerCase().replaceAll('_', '-')}`,
  is_active: true,
});

/** The tokens that differ from the default; only these are stored, so the others follow the role. */
export function styleDifferences(style: StyleTokens, defaults: StyleTokens): Partial<StyleTokens> {
  return Object.fromEntries(
    Object.entries(style).filter(([token, value]) => value !== defaults[token as keyof StyleTokens]),
  );
}

/** CSS declarations, as in a style attribute. */
export function toCss(style: StyleTokens): string {
  const declarations = {
    'background-color': style.background_color,
    color: style.text_color,
    border: style.border_color ? `1px solid ${style.border_color}` : '',
    'font-weight': weights[style.font_weight],
    'font-size': style.font_size,
    'border-radius': style.border_radius,
    padding: style.padding,
    margin: style.margin,
  };
  return Object.entries(declarations)
    .filter(([, value]) => value !== '')
    .map(([property, value]) => `${property}: ${value};`)
    .join(' ');
}

const LENGTH = String.raw`(?:0|\d{1,4}(?:\.\d)?px)`;
const COLOR = '#[0-9a-f]{6}';
const lengths = `${LENGTH}(?: ${LENGTH}){0,3}`;

/** The values that generated CSS can contain, by property. */
const grammar: Record<string, RegExp> = Object.fromEntries(
  Object.entries({
    'background-color': COLOR,
    color: COLOR,
    border: `1px solid ${COLOR}`,
    'font-weight': Object.values(weights).join('|'),
    'font-size': LENGTH,
    'border-radius': LENGTH,
    padding: lengths,
    margin: lengths,
  }).map(([property, value]) => [property, new RegExp(`^(?:${value})$`, 'i')]),
);

/** Whether a text can be generated CSS: clients send it back with the other fields of a style. */
export function isGeneratedCss(text: string): boolean {
  const declarations = text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);
  return declarations.every((declaration) => {
    const [property = '', value = '', ...more] = declaration.split(':').map((part) => part.trim());
    return more.length === 0 && Object.hasOwn(grammar, property) && !!grammar[property]?.test(value);
  });
}

/** Whether a text is one length in pixels (or up to four), each from `min` to `max`. */
export function arePixels(
  text: unknown,
  { max, min = 0, many = false, zero = true }: { max: number; min?: number; many?: boolean; zero?: boolean },
): boolean {
  if (typeof text !== 'string' || text.length > 40) return false;
  const parts = text.split(' ');
  return (
    parts.length <= (many ? 4 : 1) &&
    parts.every(
      (part) =>
        (zero && part === '0') ||
        (/^\d{1,4}(\.\d)?px$/.test(part) && Number.parseFloat(part) >= min && Number.parseFloat(part) <= max),
    )
  );
}
