import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { RoleDisplayResponse, RoleDisplaySavedResponse, SetRoleDisplayRequest } from './role-display.dto.js';
import { RoleDisplayService } from './role-display.service.js';

@ApiTags('roles')
@Controller('admin/role-display-settings')
export class RoleDisplayController {
  constructor(private readonly display: RoleDisplayService) {}

  @Get()
  @ApiOperation({
    summary: 'List the roles with a visible badge',
    description: 'Requires the permission `roles.manage`.',
  })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ description: 'The roles with a visible badge', type: RoleDisplayResponse })
  async getRoleDisplaySettings(): Promise<RoleDisplayResponse> {
    return { visible_role_badges: await this.display.listVisible() };
  }

  @Put()
  @ApiOperation({
    summary: 'Replace the list of roles with a visible badge',
    description: 'Badges of all other roles are hidden. Requires the permission `roles.manage`.',
  })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ description: 'The settings were saved', type: RoleDisplaySavedResponse })
  async updateRoleDisplaySettings(
    @Body() body: SetRoleDisplayRequest,
    @CurrentActor() actor: Actor,
  ): Promise<RoleDisplaySavedResponse> {
    return {
      visible_role_badges: await this.display.setVisible(actor, body.visible_role_badges),
      message: 'Role display settings saved successfully',
    };
  }
}
