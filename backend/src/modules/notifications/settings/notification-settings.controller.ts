import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../platform/access/decorators.js';
import { NotificationSettingsResponse, UpdateNotificationSettingsRequest } from './notification-settings.dto.js';
import { NotificationSettingsRepository } from './notification-settings.repository.js';
import { NotificationSettingsService } from './notification-settings.service.js';

@ApiTags('notifications')
@Controller('notifications/settings')
export class NotificationSettingsController {
  constructor(
    private readonly settings: NotificationSettingsRepository,
    private readonly service: NotificationSettingsService,
  ) {}

  @Get()
  @ApiOperation({ summary: "Get the signed-in user's notification settings" })
  @SignedIn()
  @ApiOkResponse({ description: 'The settings', type: NotificationSettingsResponse })
  async getNotificationSettings(@CurrentActor() actor: Actor): Promise<NotificationSettingsResponse> {
    return this.settings.find(actor.userId);
  }

  @Put()
  @ApiOperation({
    summary: "Update the signed-in user's notification settings",
    description:
      'Omitted fields stay unchanged. Turned off as a whole, by `notification_preferences` of the profile, a channel ' +
      'has no notifications of any topic; the digest is a mail of its own.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The updated settings', type: NotificationSettingsResponse })
  async updateNotificationSettings(
    @Body() body: UpdateNotificationSettingsRequest,
    @CurrentActor() actor: Actor,
  ): Promise<NotificationSettingsResponse> {
    return this.service.update(actor, body);
  }
}
