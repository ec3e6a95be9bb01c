import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { isRoleName } from '../role/role-name.js';
import { RolesQueries } from '../role/roles.queries.js';
import { toPublicRoleStyle, toRoleStyle } from './role-style.mapper.js';
import {
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
    private readonly roles: RolesQueries,
  ) {}

  @Get('public/role-styling')
  @ApiOperation({
    summary: 'How the badge of each role looks; an inactive style is answered as that of the role itself',
  })
  @Public()
  @ApiOkResponse({ type: RoleStylesResponse })
  async getPublicRoleStyling(): Promise<RoleStylesResponse> {
    return { role_styles: (await this.roles.list()).map(toPublicRoleStyle) };
  }

  @Get('admin/role-styling')
  @ApiOperation({ summary: 'The styles as they are set, the inactive ones too' })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ type: RoleStylesResponse })
  async listRoleStyling(): Promise<RoleStylesResponse> {
    return { role_styles: (await this.roles.list()).map(toRoleStyle) };
  }

  @Put('admin/role-styling/:role')
  @ApiOperation({ summary: 'Decides the whole style of a badge by typed values; the CSS is made from them' })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ type: RoleStyleSavedResponse })
  @ProblemResponses(404)
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
  @ApiOperation({ summary: 'Back to the style that follows from the role itself' })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ type: RoleStyleSavedResponse })
  @ProblemResponses(404)
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
