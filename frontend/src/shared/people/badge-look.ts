import type { CSSProperties } from 'react';
import type { FontWeight } from '../../api/generated/model/fontWeight';
import type { RoleStyleResponse } from '../../api/generated/model/roleStyleResponse';

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

/** One property each: whatever a value says, it can be nothing but that property's value. */
export const badgeStyle = (look: BadgeLook): CSSProperties => ({
  backgroundColor: look.background_color,
  color: look.text_color,
  border: look.border_color ? `1px solid ${look.border_color}` : undefined,
  fontWeight: fontWeights[look.font_weight],
  fontSize: look.font_size,
  borderRadius: look.border_radius,
  padding: look.padding,
  margin: look.margin,
});
