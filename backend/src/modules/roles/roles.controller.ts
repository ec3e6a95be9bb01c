import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission } from '../../platform/access/decorators.js';
import { notFound } from '../../platform/errors/domain-error.js';
import { isId } from '../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../platform/errors/problem.dto.js';
import { RolesService } from './roles.service.js';
import {
  CreateCustomRoleRequest,
  PermissionsResponse,
  RoleDisplayResponse,
  RoleDisplaySavedResponse,
  RolePermissionsResponse,
  RolePermissionsSavedResponse,
  RoleResponse,
  RolesResponse,
  RoleStyleSavedResponse,
  RoleStylesResponse,
  SetRoleDisplayRequest,
  SetRolePermissionsRequest,
  SetRoleStyleRequest,
  toPublicRoleStyle,
  toRole,
  toRoleStyle,
  UpdateCustomRoleRequest,
} from './roles.dto.js';
import { permissions } from './role/catalogue.js';
import { isRoleName } from './role/role.js';
import { CurrentTexts } from '../../platform/language/current-texts.js';
import type { Texts } from '../../platform/language/texts.js';

@ApiTags('roles')
@Controller()
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  @Get('admin/custom-roles')
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

  @Post('admin/custom-roles')
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
    return toRole(await this.roles.create(actor, body));
  }

  @Put('admin/custom-roles/:id')
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
    if (!isId(id)) throw notFound('role');
    return toRole(await this.roles.update(actor, id, body));
  }

  @Delete('admin/custom-roles/:id')
  @ApiOperation({
    summary: 'Delete a custom role',
    description:
      'Only a role that no user has can be deleted. System roles cannot be deleted (403 `system_role`). ' +
      'Requires the permission `roles.manage`.',
  })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ description: 'The role was deleted', type: MessageResponse })
  @ProblemResponses({ 404: 'No such role', 409: '`role_in_use`: users have this role' })
  async deleteCustomRole(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('role');
    await this.roles.remove(actor, id);
    return { message: texts.roles.roleDeleted };
  }

  @Get('admin/permissions')
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

  @Get('admin/role-permissions')
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

  @Put('admin/role-permissions/:role')
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
    @CurrentTexts() texts: Texts,
  ): Promise<RolePermissionsSavedResponse> {
    if (!isRoleName(role)) throw notFound('role');
    return {
      message: texts.roles.permissionsUpdated(role),
      role,
      permissions: await this.roles.setPermissions(actor, role, body.permissions),
    };
  }

  @Get('admin/role-display-settings')
  @ApiOperation({
    summary: 'List the roles with a visible badge',
    description: 'Requires the permission `roles.manage`.',
  })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ description: 'The roles with a visible badge', type: RoleDisplayResponse })
  async getRoleDisplaySettings(): Promise<RoleDisplayResponse> {
    return { visible_role_badges: await this.roles.listVisibleBadges() };
  }

  @Put('admin/role-display-settings')
  @ApiOperation({
    summary: 'Replace the list of roles with a visible badge',
    description: 'Badges of all other roles are hidden. Requires the permission `roles.manage`.',
  })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ description: 'The settings were saved', type: RoleDisplaySavedResponse })
  async updateRoleDisplaySettings(
    @Body() body: SetRoleDisplayRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<RoleDisplaySavedResponse> {
    return {
      visible_role_badges: await this.roles.setVisibleBadges(actor, body.visible_role_badges),
      message: texts.roles.displaySaved,
    };
  }

  @Get('public/role-styling')
  @ApiOperation({
    summary: 'List the badge styles of all roles',
    description:
      'The highest priority first; not paged. For a role whose style is inactive, the default style of the role.',
  })
  @Public()
  @ApiOkResponse({ description: 'The badge styles in use', type: RoleStylesResponse })
  async getPublicRoleStyling(): Promise<RoleStylesResponse> {
    return { role_styles: (await this.roles.list()).map(toPublicRoleStyle) };
  }

  @Get('admin/role-styling')
  @ApiOperation({
    summary: 'List the badge styles of all roles as stored',
    description:
      'Includes inactive styles; the highest priority first; not paged. Requires the permission `roles.manage`.',
  })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ description: 'The stored badge styles', type: RoleStylesResponse })
  async listRoleStyling(): Promise<RoleStylesResponse> {
    return { role_styles: (await this.roles.list()).map(toRoleStyle) };
  }

  @Put('admin/role-styling/:role')
  @ApiOperation({
    summary: 'Replace the badge style of a role',
    description:
      'Omitted fields get their defaults. `inline_styles` is generated from the other fields. Requires the ' +
      'permission `roles.manage`.',
  })
  @ApiParam({ name: 'role', description: 'name of the role', example: 'EDITOR' })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ description: 'The style was saved', type: RoleStyleSavedResponse })
  @ProblemResponses({ 404: 'No such role' })
  async updateRoleStyling(
    @Param('role') role: string,
    @Body() body: SetRoleStyleRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<RoleStyleSavedResponse> {
    if (!isRoleName(role)) throw notFound('role');
    return {
      message: texts.roles.stylingUpdated(role),
      role_style: toRoleStyle(await this.roles.setStyle(actor, role, body)),
    };
  }

  @Delete('admin/role-styling/:role')
  @ApiOperation({
    summary: 'Reset the badge style of a role',
    description:
      'The role gets its default style, which follows from its color and display name. Requires the ' +
      'permission `roles.manage`.',
  })
  @ApiParam({ name: 'role', description: 'name of the role', example: 'EDITOR' })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ description: 'The style was reset', type: RoleStyleSavedResponse })
  @ProblemResponses({ 404: 'No such role' })
  async resetRoleStyling(
    @Param('role') role: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<RoleStyleSavedResponse> {
    if (!isRoleName(role)) throw notFound('role');
    return {
      message: texts.roles.stylingReset(role),
      role_style: toRoleStyle(await this.roles.resetStyle(actor, role)),
    };
  }
}
