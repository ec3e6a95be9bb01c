import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { SetupChecklistResponse, UpdateSetupChecklistRequest } from './setup-checklist.dto.js';
import { SetupChecklistService } from './setup-checklist.service.js';

@ApiTags('administration')
@Controller('admin/setup-checklist')
export class SetupChecklistController {
  constructor(private readonly checklist: SetupChecklistService) {}

  @Get()
  @ApiOperation({
    summary: 'Get the checklist of a new hub',
    description: 'The first steps with their states. Requires the permission `system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'The steps', type: SetupChecklistResponse })
  async getSetupChecklist(): Promise<SetupChecklistResponse> {
    return this.checklist.get();
  }

  @Put()
  @ApiOperation({
    summary: 'Update the checklist of a new hub',
    description: 'For all administrators. Requires the permission `system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'The steps', type: SetupChecklistResponse })
  async updateSetupChecklist(
    @Body() changes: UpdateSetupChecklistRequest,
    @CurrentActor() actor: Actor,
  ): Promise<SetupChecklistResponse> {
    await this.checklist.update(actor, changes);
    return this.checklist.get();
  }
}
