import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { RolesRepository } from '../role/roles.repository.js';
import {
  CreateCustomRoleRequest,
  RoleResponse,
  RolesResponse,
  toRole,
  UpdateCustomRoleRequest,
} from './custom-roles.dto.js';
import { CustomRolesService } from './custom-roles.service.js';

@ApiTags('roles')
@Controller('admin/custom-roles')
export class CustomRolesController {
  constructor(
    private readonly service: CustomRolesService,
    private readonly roles: RolesRepository,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List all roles',
    description:
      'System and custom roles, the highest priority first; not paged. Requires the permission `roles.manage`.',
  })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ description: 'The roles', type: RolesResponse })
  async listCustomRoles(): Promise<RolesResponse> {
    return { roles: (await this.roles.list()).map(toRole) };
  }

  @Post()
  @ApiOperation({
    summary: 'Create a custom role',
    description:
      'The role starts without permissions. Its name is formatted as upper case with underscores and never ' +
      'changes. Defaults: color #6B7280, priority 50. Requires the permission `roles.manage`.',
  })
  @RequirePermission('roles.manage')
  @ApiCreatedResponse({ description: 'The new role', type: RoleResponse })
  @ProblemResponses({ 409: '`role_exists`: another role has this name' })
  async createCustomRole(@Body() body: CreateCustomRoleRequest, @CurrentActor() actor: Actor): Promise<RoleResponse> {
    return toRole(await this.service.create(actor, body));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Update a custom role',
    description:
      'Omitted fields stay unchanged; the name never changes. System roles cannot be edited (403 ' +
      '`system_role`). Requires the permission `roles.manage`.',
  })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ description: 'The updated role', type: RoleResponse })
  @ProblemResponses({ 404: 'No such role' })
  async updateCustomRole(
    @Param('id') id: string,
    @Body() body: UpdateCustomRoleRequest,
    @CurrentActor() actor: Actor,
  ): Promise<RoleResponse> {
    if (!isId(id)) throw notFound('This role');
    return toRole(await this.service.update(actor, id, body));
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Delete a custom role',
    description:
      'Only a role that no user has can be deleted. System roles cannot be deleted (403 `system_role`). ' +
      'Requires the permission `roles.manage`.',
  })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ description: 'The role was deleted', type: MessageResponse })
  @ProblemResponses({ 404: 'No such role', 409: '`role_in_use`: users have this role' })
  async deleteCustomRole(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('This role');
    await this.service.remove(actor, id);
    return { message: 'Role deleted successfully' };
  }
}
