import { ApiProperty } from '@nestjs/swagger';
import { ColorField, NumberField, TextField } from '../../../platform/http/validation/fields.js';
import type { RoleRow } from '../role/roles.queries.js';
import { DEFAULT_ROLE_COLOR } from '../role/style-tokens.js';
import { ROLE_NAME_MAX } from '../role/role-name.js';

/** Omitted fields get their default, or stay unchanged in an update. */
export class UpdateCustomRoleRequest {
  @TextField({ label: 'The display name', singleLine: true, min: 1, max: 60, example: 'Translator' })
  display_name!: string;
  @TextField({ label: 'The description', max: 300, optional: true, example: 'Translates documents' })
  description?: string;
  @ColorField({ label: 'The colour', optional: true, example: DEFAULT_ROLE_COLOR }) color?: string;
  @NumberField({ label: 'The priority', min: 0, max: 100, optional: true, description: 'higher ones are listed first' })
  priority?: number;
}

export class CreateCustomRoleRequest extends UpdateCustomRoleRequest {
  @TextField({
    label: 'The name',
    singleLine: true,
    min: 1,
    max: ROLE_NAME_MAX,
    description: 'formatted as upper case with underscores; it never changes',
    example: 'TRANSLATOR',
  })
  name!: string;
}

class RoleAbilitiesResponse {
  @ApiProperty({ description: 'false for system roles' }) edit!: boolean;
  @ApiProperty({ description: 'false for system roles; nobody may have the role' }) delete!: boolean;
}

export class RoleResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'TRANSLATOR' }) name!: string;
  @ApiProperty({ example: 'Translator' }) display_name!: string;
  @ApiProperty({ example: 'Translates documents' }) description!: string;
  @ApiProperty({ example: DEFAULT_ROLE_COLOR }) color!: string;
  @ApiProperty({ description: 'from 0 to 100' }) priority!: number;
  @ApiProperty() is_system_role!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ type: RoleAbilitiesResponse }) abilities!: RoleAbilitiesResponse;
}

export class RolesResponse {
  @ApiProperty({ type: [RoleResponse], description: 'system and custom roles, the highest priority first' })
  roles!: RoleResponse[];
}

export const toRole = (role: Omit<RoleRow, 'permissions' | 'badgeVisible' | 'style'>): RoleResponse => ({
  id: role.id,
  name: role.name,
  display_name: role.displayName,
  description: role.description,
  color: role.color,
  priority: role.priority,
  is_system_role: role.isSystem,
  created_at: role.createdAt.toISOString(),
  abilities: { edit: !role.isSystem, delete: !role.isSystem },
});
