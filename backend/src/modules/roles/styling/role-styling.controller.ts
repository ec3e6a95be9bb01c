import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { isRoleName } from '../role/role.js';
import { RolesRepository } from '../role/roles.repository.js';
import {
  toPublicRoleStyle,
  toRoleStyle,
  RoleStyleResponse,
  RoleStyleSavedResponse,
  RoleStylesResponse,
  SetRoleStyleRequest,
} from './role-styling.dto.js';
import { RoleStylingService } from './role-styling.service.js';

@ApiTags('roles')
@Controller()
export class RoleStylingController {
  constructor(
    private readonly styling: RoleStylingService,
    private readonly roles: RolesRepository,
  ) {}

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
  ): Promise<RoleStyleSavedResponse> {
    if (!isRoleName(role)) throw notFound('This role');
    await this.styling.setStyle(actor, role, body);
    return { message: `Styling updated for ${role}`, role_style: await this.findStyle(role) };
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
  async resetRoleStyling(@Param('role') role: string, @CurrentActor() actor: Actor): Promise<RoleStyleSavedResponse> {
    if (!isRoleName(role)) throw notFound('This role');
    await this.styling.reset(actor, role);
    return { message: `Styling reset for ${role}`, role_style: await this.findStyle(role) };
  }

  private async findStyle(name: string): Promise<RoleStyleResponse> {
    const role = await this.roles.findByName(name);
    if (!role) throw notFound('This role');
    return toRoleStyle(role);
  }
}
