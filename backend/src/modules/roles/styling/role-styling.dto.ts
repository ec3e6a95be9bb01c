import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { CheckedBy } from '../../../platform/http/validation/custom-checks.js';
import { ChoiceField, ColorField, FlagField, TextField } from '../../../platform/http/validation/fields.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { arePixels, type FontWeight, fontWeights, isGeneratedCss, toCss, defaultStyle } from '../role/style-tokens.js';
import type { Role } from '../role/role.js';

interface PixelOptions {
  label: string;
  min?: number;
  max: number;
  /** up to four lengths, as for padding */
  many?: boolean;
  example: string;
}

function PixelsField({ label, min = 0, max, many = false, example }: PixelOptions): PropertyDecorator {
  const kind = many ? 'one to four lengths' : 'a length';
  const message = `${label} must be ${kind} in pixels from ${min} to ${max}, like ${example}.`;
  return applyDecorators(
    CheckedBy('arePixels', (value) => arePixels(value, { min, max, many, zero: min === 0 }), { message }),
    TextField({ label, max: 40, optional: true, example }),
  );
}

function GeneratedCssField(): PropertyDecorator {
  return applyDecorators(
    CheckedBy('isOwnCss', (value) => typeof value === 'string' && value.length <= 500 && isGeneratedCss(value), {
      message: 'The inline styles are made from the other fields and cannot be written by hand.',
    }),
    TextField({
      label: 'The inline styles',
      max: 500,
      optional: true,
      description: 'ignored: generated from the other fields; other text than generated CSS is refused',
      example: 'color: #FFFFFF;',
    }),
  );
}

/** The whole style of a badge. Omitted fields get their default. */
export class SetRoleStyleRequest {
  @TextField({
    label: 'The display name',
    description: 'text of the badge; empty: the name of the role',
    singleLine: true,
    max: 60,
    optional: true,
    example: 'Editor',
  })
  display_name?: string;
  @ColorField({
    label: 'The background color',
    description: '#RRGGBB; empty: the color of the role',
    optional: true,
    empty: true,
    example: '#7C3AED',
  })
  background_color?: string;
  @ColorField({ label: 'The text color', description: '#RRGGBB', optional: true, example: '#FFFFFF' })
  text_color?: string;
  @ColorField({
    label: 'The border color',
    description: '#RRGGBB; empty: no border',
    optional: true,
    empty: true,
    example: '#7C3AED',
  })
  border_color?: string;
  @ChoiceField(fontWeights, { label: 'The font weight', enumName: 'FontWeight', optional: true })
  font_weight?: FontWeight;
  @PixelsField({ label: 'The font size', min: 8, max: 24, example: '12px' }) font_size?: string;
  @PixelsField({ label: 'The border radius', max: 9999, example: '4px' }) border_radius?: string;
  @PixelsField({ label: 'The padding', max: 24, many: true, example: '2px 8px' }) padding?: string;
  @PixelsField({ label: 'The margin', max: 24, many: true, example: '0 2px' }) margin?: string;

  @Matches(/^([a-z][a-z0-9_-]*)?$/i, {
    message: 'The CSS class must be one name of letters, digits, hyphens and underscores.',
  })
  @TextField({
    label: 'The CSS class',
    description: 'class in the generated CSS text; empty: derived from the name of the role',
    max: 60,
    optional: true,
    example: 'role-editor',
  })
  css_class?: string;

  @GeneratedCssField() inline_styles?: string;
  @FlagField({ label: 'Active', description: 'false: the badge has the default style of the role', optional: true })
  is_active?: boolean;
}

export class RoleStyleResponse {
  @ApiProperty({ description: 'name of the role', example: 'EDITOR' }) role!: string;
  @ApiProperty({ description: 'text of the badge', example: 'Editor' }) display_name!: string;
  @ApiProperty({ description: '#RRGGBB', example: '#7C3AED' }) background_color!: string;
  @ApiProperty({ description: '#RRGGBB', example: '#FFFFFF' }) text_color!: string;
  @ApiProperty({ description: '#RRGGBB; empty: no border', example: '#7C3AED' }) border_color!: string;
  @ApiProperty({ enum: fontWeights, enumName: 'FontWeight' }) font_weight!: FontWeight;
  @ApiProperty({ description: 'pixels', example: '12px' }) font_size!: string;
  @ApiProperty({ description: 'pixels', example: '4px' }) border_radius!: string;
  @ApiProperty({ description: 'one to four lengths in pixels', example: '2px 8px' }) padding!: string;
  @ApiProperty({ description: 'one to four lengths in pixels', example: '0 2px' }) margin!: string;
  @ApiProperty({ description: 'class in the generated CSS text', example: 'role-editor' }) css_class!: string;
  @ApiProperty({
    description: 'CSS declarations, generated from the fields above',
    example: 'background-color: #7C3AED; color: #FFFFFF;',
  })
  inline_styles!: string;
  @ApiProperty({ description: 'false: the badge has the default style of the role' }) is_active!: boolean;
  @ApiProperty({ description: 'whether the badge is shown' }) show_role_badge!: boolean;
}

export class RoleStylesResponse {
  @ApiProperty({ type: [RoleStyleResponse], description: 'every role, the highest priority first' })
  role_styles!: RoleStyleResponse[];
}

export class RoleStyleSavedResponse extends MessageResponse {
  @ApiProperty({ type: RoleStyleResponse }) role_style!: RoleStyleResponse;
}

type StyledRole = Pick<Role, 'name' | 'display_name' | 'color' | 'style' | 'badge_visible'>;

/** For administrators: the stored style, also when it is inactive. */
export function toRoleStyle(role: StyledRole): RoleStyleResponse {
  const style = { ...defaultStyle(role), ...role.style };
  return { role: role.name, ...style, inline_styles: toCss(style), show_role_badge: role.badge_visible };
}

/** For everyone: an inactive style is replaced by the default. */
export function toPublicRoleStyle(role: StyledRole): RoleStyleResponse {
  const { is_active } = toRoleStyle(role);
  return is_active ? toRoleStyle(role) : { ...toRoleStyle({ ...role, style: {} }), is_active };
}
