import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Settings } from '../../../platform/settings/settings.js';
import { MailTestService } from './mail-test.service.js';
import {
  MailTestResponse,
  SettingsResponse,
  SettingsSavedResponse,
  toSetting,
  UpdateSettingsRequest,
} from './settings.dto.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('administration')
@Controller('admin/settings')
export class SettingsController {
  constructor(
    private readonly settings: Settings,
    private readonly mailer: Mailer,
    private readonly mailTest: MailTestService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List the settings of the hub',
    description: 'With their values, defaults and schemas. Requires the permission `system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'All settings', type: SettingsResponse })
  async listSettings(): Promise<SettingsResponse> {
    return {
      settings: (await this.settings.list()).map(toSetting),
      mail_configured: this.mailer.isConfigured,
    };
  }

  @Put()
  @ApiOperation({
    summary: 'Update the settings of the hub',
    description:
      'Only the settings that the request names change, all of them or none. They take effect at once on this ' +
      'instance and within two seconds on others. Of concurrent changes of one setting the last one wins; the audit ' +
      'log has both. Requires the permission `system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'All settings after the change', type: SettingsSavedResponse })
  async updateSettings(
    @Body() { values }: UpdateSettingsRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<SettingsSavedResponse> {
    await this.settings.update(values, actor);
    return { ...(await this.listSettings()), message: texts.admin.settingsSaved };
  }

  @Post('mail-test')
  @ApiOperation({
    summary: 'Send a test mail to yourself',
    description:
      'Reports the response of the mail server. Without a mail server the mail is only logged. At most 10 per hour. ' +
      'Requires the permission `system.manage`.',
  })
  @HttpCode(200)
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'What happened, also when the mail could not be sent', type: MailTestResponse })
  @ProblemResponses({ 429: 'More than 10 test mails within an hour' })
  async sendTestMail(@CurrentActor() actor: Actor, @CurrentTexts() texts: Texts): Promise<MailTestResponse> {
    return this.mailTest.run(actor, texts);
  }
}
