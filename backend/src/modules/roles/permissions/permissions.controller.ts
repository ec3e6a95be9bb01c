import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { permissions } from '../role/catalogue.js';
import { isRoleName } from '../role/role.js';
import { RolesRepository } from '../role/roles.repository.js';
import {
  PermissionsResponse,
  RolePermissionsResponse,
  RolePermissionsSavedResponse,
  SetRolePermissionsRequest,
} from './permissions.dto.js';
import { PermissionsService } from './permissions.service.js';

@ApiTags('roles')
@Controller('admin')
export class PermissionsController {
  constructor(
    private readonly service: PermissionsService,
    private readonly roles: RolesRepository,
  ) {}

  @Get('permissions')
  @ApiOperation({
    summary: 'List all permissions',
    description:
      'The fixed catalog of permissions, in the order of their groups; not paged. Requires the permission ' +
      '`permissions.manage`.',
  })
  @RequirePermission('permissions.manage')
  @ApiOkResponse({ description: 'The permissions', type: PermissionsResponse })
  listPermissions(): PermissionsResponse {
    return {
      permissions: permissions.map(({ id, name, description, category }) => ({ id, name, description, category })),
    };
  }

  @Get('role-permissions')
  @ApiOperation({
    summary: 'List the permissions of each role',
    description:
      'System and custom roles, the highest priority first; not paged. Requires the permission `permissions.manage`.',
  })
  @RequirePermission('permissions.manage')
  @ApiOkResponse({ description: 'The permissions of each role', type: RolePermissionsResponse })
  async listRolePermissions(): Promise<RolePermissionsResponse> {
    const rows = await this.roles.list();
    return {
      role_permissions: rows.map((role) => ({
        role: role.name,
        display_name: role.display_name,
        is_system_role: role.is_system,
        permissions: role.permissions,
        abilities: { edit: role.name !== 'ADMIN' },
      })),
    };
  }

  @Put('role-permissions/:role')
  @ApiOperation({
    summary: 'Replace the permissions of a role',
    description:
      'Takes effect with the next request of each user who has the role. Requesters can grant and revoke ' +
      'only permissions that they hold themselves (403 `permission_above_own`); ADMIN keeps all ' +
      'permissions (403 `admin_locked`). Requires the permission `permissions.manage`.',
  })
  @ApiParam({ name: 'role', description: 'name of the role', example: 'EDITOR' })
  @RequirePermission('permissions.manage')
  @ApiOkResponse({ description: 'The permissions were saved', type: RolePermissionsSavedResponse })
  @ProblemResponses({ 404: 'No such role' })
  async setRolePermissions(
    @Param('role') role: string,
    @Body() body: SetRolePermissionsRequest,
    @CurrentActor() actor: Actor,
  ): Promise<RolePermissionsSavedResponse> {
    if (!isRoleName(role)) throw notFound('This role');
    return {
      message: `Permissions updated for ${role}`,
      role,
      permissions: await this.service.set(actor, role, body.permissions),
    };
  }
}
