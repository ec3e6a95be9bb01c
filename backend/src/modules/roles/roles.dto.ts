import { ApiProperty } from '@nestjs/swagger';
import {
  CheckedBy,
  type FieldLabel,
  says,
  ChoiceField,
  ColorField,
  FlagField,
  NumberField,
  TextField,
  TextListField,
} from '../../platform/http/validation/fields.js';
import {
  arePixels,
  DEFAULT_ROLE_COLOR,
  defaultStyle,
  type FontWeight,
  fontWeights,
  isGeneratedCss,
  toCss,
} from './role/style-tokens.js';
import type { Role } from './role/role.js';
import { MessageResponse } from '../../platform/http/openapi/message.dto.js';
import { permissions } from './role/catalogue.js';
import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { ROLE_DESCRIPTION_MAX, ROLE_DISPLAY_NAME_MAX, ROLE_NAME_MAX, ROLE_PRIORITY_MAX } from '@hub/shared/limits';

/** Omitted fields get their default, or stay unchanged in an update. */
export class UpdateCustomRoleRequest {
  @TextField({ label: 'displayName', singleLine: true, min: 1, max: ROLE_DISPLAY_NAME_MAX, example: 'Translator' })
  display_name!: string;
  @TextField({ label: 'description', max: ROLE_DESCRIPTION_MAX, optional: true, example: 'Translates documents' })
  description?: string;
  @ColorField({ label: 'color', description: '#RRGGBB', optional: true, example: DEFAULT_ROLE_COLOR })
  color?: string;
  @NumberField({
    label: 'priority',
    description: 'higher values are listed first',
    min: 0,
    max: ROLE_PRIORITY_MAX,
    optional: true,
  })
  priority?: number;
}

export class CreateCustomRoleRequest extends UpdateCustomRoleRequest {
  @TextField({
    label: 'name',
    description: 'formatted as upper case with underscores; never changes',
    singleLine: true,
    min: 1,
    max: ROLE_NAME_MAX,
    example: 'TRANSLATOR',
  })
  name!: string;
}

class RoleAbilitiesResponse {
  @ApiProperty({ description: 'false for system roles' }) edit!: boolean;
  @ApiProperty({ description: 'false for system roles; deletion also fails while users have the role' })
  delete!: boolean;
}

export class RoleResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'identifier: upper case with underscores', example: 'TRANSLATOR' }) name!: string;
  @ApiProperty({ example: 'Translator' }) display_name!: string;
  @ApiProperty({ example: 'Translates documents' }) description!: string;
  @ApiProperty({ description: '#RRGGBB', example: DEFAULT_ROLE_COLOR }) color!: string;
  @ApiProperty({ description: '0 to 100, higher values are listed first' }) priority!: number;
  @ApiProperty() is_system_role!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: RoleAbilitiesResponse }) abilities!: RoleAbilitiesResponse;
}

export class RolesResponse {
  @ApiProperty({ type: [RoleResponse], description: 'system and custom roles, the highest priority first' })
  roles!: RoleResponse[];
}

export const toRole = (role: Role): RoleResponse => ({
  id: role.id,
  name: role.name,
  display_name: role.display_name,
  description: role.description,
  color: role.color,
  priority: role.priority,
  is_system_role: role.is_system,
  created_at: role.created_at.toISOString(),
  abilities: { edit: !role.is_system, delete: !role.is_system },
});

class PermissionResponse {
  @ApiProperty({ example: 'content.create' }) id!: string;
  @ApiProperty({ example: 'Create content' }) name!: string;
  @ApiProperty({ example: 'Write documents and add videos' }) description!: string;
  @ApiProperty({ description: 'the group in which it is listed', example: 'Content' }) category!: string;
}

export class PermissionsResponse {
  @ApiProperty({ type: [PermissionResponse] }) permissions!: PermissionResponse[];
}

class RolePermissionsAbilitiesResponse {
  @ApiProperty({ description: 'false for ADMIN, which holds every permission' }) edit!: boolean;
}

class RolePermissionsRowResponse {
  @ApiProperty({ description: 'name of the role', example: 'EDITOR' }) role!: string;
  @ApiProperty({ example: 'Editor' }) display_name!: string;
  @ApiProperty() is_system_role!: boolean;
  @ApiProperty({
    description: 'ids of the permissions that the role holds',
    type: [String],
    example: ['content.create', 'forum.post'],
  })
  permissions!: string[];
  @ApiProperty({ type: RolePermissionsAbilitiesResponse }) abilities!: RolePermissionsAbilitiesResponse;
}

export class RolePermissionsResponse {
  @ApiProperty({ description: 'every role, the highest priority first', type: [RolePermissionsRowResponse] })
  role_permissions!: RolePermissionsRowResponse[];
}

export class SetRolePermissionsRequest {
  @TextListField({
    label: 'permissions',
    description: 'ids of all permissions that the role will hold',
    maxItems: permissions.length,
    max: 60,
    example: ['content.create', 'forum.post'],
  })
  permissions!: string[];
}

export class RolePermissionsSavedResponse extends MessageResponse {
  @ApiProperty({ description: 'name of the role', example: 'EDITOR' }) role!: string;
  @ApiProperty({
    description: 'ids of the permissions that the role holds now',
    type: [String],
    example: ['content.create', 'forum.post'],
  })
  permissions!: string[];
}

const description = 'names of the roles whose badge is shown';

export class RoleDisplayResponse {
  @ApiProperty({ type: [String], description, example: ['ADMIN', 'EDITOR'] }) visible_role_badges!: string[];
}

export class SetRoleDisplayRequest {
  @TextListField({
    label: 'visibleRoleBadges',
    maxItems: 1000,
    max: 60,
    description: `${description} from now on`,
    example: ['ADMIN', 'EDITOR'],
  })
  visible_role_badges!: string[];
}

export class RoleDisplaySavedResponse extends MessageResponse {
  @ApiProperty({ type: [String], description, example: ['ADMIN', 'EDITOR'] }) visible_role_badges!: string[];
}

interface PixelOptions {
  label: FieldLabel;
  min?: number;
  max: number;
  /** up to four lengths, as for padding */
  many?: boolean;
  example: string;
}

function PixelsField({ label, min = 0, max, many = false, example }: PixelOptions): PropertyDecorator {
  return applyDecorators(
    CheckedBy(
      'arePixels',
      (value) => arePixels(value, { min, max, many, zero: min === 0 }),
      (texts) => texts.validation.pixels({ field: texts.fields[label], isSingle: !many, min, max, example }),
    ),
    TextField({ label, max: 40, optional: true, example }),
  );
}

function GeneratedCssField(): PropertyDecorator {
  return applyDecorators(
    CheckedBy(
      'isOwnCss',
      (value) => typeof value === 'string' && value.length <= 500 && isGeneratedCss(value),
      (texts) => texts.roles.inlineStylesGenerated,
    ),
    TextField({
      label: 'inlineStyles',
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
    label: 'displayName',
    description: 'text of the badge; empty: the name of the role',
    singleLine: true,
    max: 60,
    optional: true,
    example: 'Editor',
  })
  display_name?: string;
  @ColorField({
    label: 'backgroundColor',
    description: '#RRGGBB; empty: the color of the role',
    optional: true,
    empty: true,
    example: '#7C3AED',
  })
  background_color?: string;
  @ColorField({ label: 'textColor', description: '#RRGGBB', optional: true, example: '#FFFFFF' })
  text_color?: string;
  @ColorField({
    label: 'borderColor',
    description: '#RRGGBB; empty: no border',
    optional: true,
    empty: true,
    example: '#7C3AED',
  })
  border_color?: string;
  @ChoiceField(fontWeights, { label: 'fontWeight', enumName: 'FontWeight', optional: true })
  font_weight?: FontWeight;
  @PixelsField({ label: 'fontSize', min: 8, max: 24, example: '12px' }) font_size?: string;
  @PixelsField({ label: 'borderRadius', max: 9999, example: '4px' }) border_radius?: string;
  @PixelsField({ label: 'padding', max: 24, many: true, example: '2px 8px' }) padding?: string;
  @PixelsField({ label: 'margin', max: 24, many: true, example: '0 2px' }) margin?: string;

  @Matches(/^([a-z][a-z0-9_-]*)?$/i, says((texts) => texts.roles.invalidCssClass))
  @TextField({
    label: 'cssClass',
    description: 'class in the generated CSS text; empty: derived from the name of the role',
    max: 60,
    optional: true,
    example: 'role-editor',
  })
  css_class?: string;

  @GeneratedCssField() inline_styles?: string;
  @FlagField({ label: 'active', description: 'false: the badge has the default style of the role', optional: true })
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
