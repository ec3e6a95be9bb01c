import { ApiProperty } from '@nestjs/swagger';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { TextListField } from '../../../platform/http/validation/fields.js';
import { permissions } from '../role/catalogue.js';

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

export class RolePermissionsRowResponse {
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
    label: 'The permissions',
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
