import { ApiProperty } from '@nestjs/swagger';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { TextListField } from '../../../platform/http/validation/fields.js';
import { permissions } from '../role/catalogue.js';

class PermissionResponse {
  @ApiProperty({ example: 'content.create' }) id!: string;
  @ApiProperty({ example: 'Create content' }) name!: string;
  @ApiProperty({ example: 'Write documents and add videos' }) description!: string;
  @ApiProperty({ description: 'the group it is shown in', example: 'Content' }) category!: string;
}

export class PermissionsResponse {
  @ApiProperty({ type: [PermissionResponse] }) permissions!: PermissionResponse[];
}

class RolePermissionsAbilitiesResponse {
  @ApiProperty({ description: 'false for ADMIN, which keeps them all' }) edit!: boolean;
}

export class RolePermissionsRowResponse {
  @ApiProperty({ example: 'EDITOR' }) role!: string;
  @ApiProperty({ example: 'Editor' }) display_name!: string;
  @ApiProperty() is_system_role!: boolean;
  @ApiProperty({
    type: [String],
    description: 'ids of the permissions it holds',
    example: ['content.create', 'forum.post'],
  })
  permissions!: string[];
  @ApiProperty({ type: RolePermissionsAbilitiesResponse }) abilities!: RolePermissionsAbilitiesResponse;
}

export class RolePermissionsResponse {
  @ApiProperty({ type: [RolePermissionsRowResponse], description: 'every role, the most powerful first' })
  role_permissions!: RolePermissionsRowResponse[];
}

export class SetRolePermissionsRequest {
  @TextListField({
    label: 'The permissions',
    maxItems: permissions.length,
    max: 60,
    description: 'ids of all that the role holds from now on',
    example: ['content.create', 'forum.post'],
  })
  permissions!: string[];
}

export class RolePermissionsSavedResponse extends MessageResponse {
  @ApiProperty({ example: 'EDITOR' }) role!: string;
  @ApiProperty({ type: [String], example: ['content.create', 'forum.post'] }) permissions!: string[];
}
