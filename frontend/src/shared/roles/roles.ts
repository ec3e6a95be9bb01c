import type { CSSProperties } from 'react';
import type { FontWeight } from '../../api/generated/model/fontWeight';
import type { RoleStyleResponse } from '../../api/generated/model/roleStyleResponse';
import { contrastRatio, MIN_CONTRAST_RATIO } from '../../lib/color';
import { messages } from '../../messages/common';
import type { Tone } from '../../ui/badge';

export const ROLES = ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR', 'VIEWER'] as const;
type BuiltInRole = (typeof ROLES)[number];

const tonesByRole: Partial<Record<string, Tone>> = { ADMIN: 'red', EDITOR: 'amber', CONTRIBUTOR: 'green' };

export function getRoleTone(role: string): Tone {
  return tonesByRole[role] ?? 'gray';
}

/** The names of the built-in roles on the server. */
const storedNames: Readonly<Record<string, string>> = {
  ADMIN: 'Administrator',
  EDITOR: 'Editor',
  REVIEWER: 'Reviewer',
  CONTRIBUTOR: 'Contributor',
  VIEWER: 'Viewer',
} satisfies Record<BuiltInRole, string>;

/**
 * The name of a role in the language of the page.
 * @param given by the server: of custom roles, and of badges that administrators have named
 */
export function getRoleName(role: string, given = storedNames[role]): string {
  return given !== undefined && given === storedNames[role] ? messages.roles[role as BuiltInRole] : (given ?? role);
}

/** The name of a role with a style; the badge of a built-in role may show another name. */
export const getStyledRoleName = ({ role, display_name }: Pick<RoleStyleResponse, 'role' | 'display_name'>) =>
  role in messages.roles ? getRoleName(role) : display_name;

export type BadgeStyle = Pick<
  RoleStyleResponse,
  | 'background_color'
  | 'text_color'
  | 'border_color'
  | 'font_weight'
  | 'font_size'
  | 'border_radius'
  | 'padding'
  | 'margin'
>;

export const fontWeights: Record<FontWeight, number> = { normal: 400, medium: 500, semibold: 600, bold: 700 };

const fallbackColorsByRole: Partial<Record<string, string>> = {
  ADMIN: '#DC2626',
  EDITOR: '#7C3AED',
  REVIEWER: '#2563EB',
  CONTRIBUTOR: '#15803D',
};

/** The style of a role before the styles are loaded. */
export const getFallbackStyle = (role: string): BadgeStyle => ({
  background_color: fallbackColorsByRole[role] ?? '#6B7280',
  text_color: '#FFFFFF',
  border_color: '',
  font_weight: 'medium',
  font_size: '12px',
  border_radius: '4px',
  padding: '2px 8px',
  margin: '0 2px',
});

/** Dark, light, and black for the range between: one of them is readable on any color. */
const readableColors = ['#1B2630', '#FFFFFF', '#000000'];

/** The displayed text color: the chosen one, or the first of ours if that would be unreadable. */
export function getReadableTextColor({
  text_color,
  background_color,
}: Pick<BadgeStyle, 'text_color' | 'background_color'>) {
  const isReadable = (color: string) => contrastRatio(color, background_color) >= MIN_CONTRAST_RATIO;
  return [text_color, ...readableColors].find(isReadable) ?? text_color;
}

/** Separate properties, so that a value cannot inject another declaration. */
export const toCssStyle = (style: BadgeStyle): CSSProperties => ({
  backgroundColor: style.background_color,
  color: getReadableTextColor(style),
  border: style.border_color ? `1px solid ${style.border_color}` : undefined,
  fontWeight: fontWeights[style.font_weight],
  fontSize: style.font_size,
  borderRadius: style.border_radius,
  padding: style.padding,
  margin: style.margin,
});
