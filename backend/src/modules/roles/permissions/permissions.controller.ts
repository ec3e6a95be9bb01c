import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { permissions } from '../role/catalogue.js';
import { isRoleName } from '../role/role-name.js';
import { RolesQueries } from '../role/roles.queries.js';
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
    private readonly roles: RolesQueries,
  ) {}

  @Get('permissions')
  @ApiOperation({ summary: 'Every permission there is, in the order of its groups' })
  @RequirePermission('permissions.manage')
  @ApiOkResponse({ type: PermissionsResponse })
  listPermissions(): PermissionsResponse {
    return {
      permissions: permissions.map(({ id, name, description, category }) => ({ id, name, description, category })),
    };
  }

  @Get('role-permissions')
  @ApiOperation({ summary: 'What each role holds, system and custom' })
  @RequirePermission('permissions.manage')
  @ApiOkResponse({ type: RolePermissionsResponse })
  async listRolePermissions(): Promise<RolePermissionsResponse> {
    const rows = await this.roles.list();
    return {
      role_permissions: rows.map((role) => ({
        role: role.name,
        display_name: role.displayName,
        is_system_role: role.isSystem,
        permissions: role.permissions,
        abilities: { edit: role.name !== 'ADMIN' },
      })),
    };
  }

  @Put('role-permissions/:role')
  @ApiOperation({
    summary: 'Decides all that a role holds from now on',
    description: 'Nobody gives or takes what they do not hold themselves; ADMIN keeps everything.',
  })
  @RequirePermission('permissions.manage')
  @ApiOkResponse({ type: RolePermissionsSavedResponse })
  @ProblemResponses(404)
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
