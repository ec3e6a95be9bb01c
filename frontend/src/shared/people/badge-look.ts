import type { CSSProperties } from 'react';
import type { FontWeight } from '../../api/generated/model/fontWeight';
import type { RoleStyleResponse } from '../../api/generated/model/roleStyleResponse';
import { contrast, ENOUGH_CONTRAST } from '../../lib/contrast';

export type BadgeLook = Pick<
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

const fallbackColours: Partial<Record<string, string>> = {
  ADMIN: '#DC2626',
  EDITOR: '#7C3AED',
  REVIEWER: '#2563EB',
  CONTRIBUTOR: '#16A34A',
};

/** The look of a role as long as the server has said nothing about it. */
export const fallbackLook = (role: string): BadgeLook => ({
  background_color: fallbackColours[role] ?? '#6B7280',
  text_color: '#FFFFFF',
  border_color: '',
  font_weight: 'medium',
  font_size: '12px',
  border_radius: '4px',
  padding: '2px 8px',
  margin: '0 2px',
});

/** Dark, light, and black for what lies between: one of them can be read on any colour. */
const readableColours = ['#1B2630', '#FFFFFF', '#000000'];

/** The text colour as it is shown: the chosen one, or the first of ours where that could not be read. */
export function shownTextColour({ text_color, background_color }: Pick<BadgeLook, 'text_color' | 'background_color'>) {
  const isReadable = (colour: string) => contrast(colour, background_color) >= ENOUGH_CONTRAST;
  return [text_color, ...readableColours].find(isReadable) ?? text_color;
}

/** One property each: whatever a value says, it can be nothing but that property's value. */
export const badgeStyle = (look: BadgeLook): CSSProperties => ({
  backgroundColor: look.background_color,
  color: shownTextColour(look),
  border: look.border_color ? `1px solid ${look.border_color}` : undefined,
  fontWeight: fontWeights[look.font_weight],
  fontSize: look.font_size,
  borderRadius: look.border_radius,
  padding: look.padding,
  margin: look.margin,
});
