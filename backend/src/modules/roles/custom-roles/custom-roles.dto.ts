import { ApiProperty } from '@nestjs/swagger';
import { ColorField, NumberField, TextField } from '../../../platform/http/validation/fields.js';
import { DEFAULT_ROLE_COLOR } from '../role/style-tokens.js';
import { type Role, ROLE_NAME_MAX } from '../role/role.js';

/** Omitted fields get their default, or stay unchanged in an update. */
export class UpdateCustomRoleRequest {
  @TextField({ label: 'The display name', singleLine: true, min: 1, max: 60, example: 'Translator' })
  display_name!: string;
  @TextField({ label: 'The description', max: 300, optional: true, example: 'Translates documents' })
  description?: string;
  @ColorField({ label: 'The color', description: '#RRGGBB', optional: true, example: DEFAULT_ROLE_COLOR })
  color?: string;
  @NumberField({
    label: 'The priority',
    description: 'higher values are listed first',
    min: 0,
    max: 100,
    optional: true,
  })
  priority?: number;
}

export class CreateCustomRoleRequest extends UpdateCustomRoleRequest {
  @TextField({
    label: 'The name',
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
