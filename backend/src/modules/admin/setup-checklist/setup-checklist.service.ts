import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Actor } from '../../../platform/access/actor.js';
import { Backups } from '../../../platform/backup/backups.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { defineSetting, Settings, siteName } from '../../../platform/settings/settings.js';
import { siteLogo } from '../../../platform/web/site-settings.js';
import { registrationMode, UsersFacade } from '../../auth/index.js';
import { ContentFacade } from '../../content/index.js';
import { demoCompletedAt } from '../demo-content/demo-content.service.js';
import { type SetupChecklistResponse, type SetupStep, setupSteps } from './setup-checklist.dto.js';

const isDismissed = defineSetting('setup.checklist_dismissed', z.boolean(), false);

/** What an administrator does first in a new hub. */
@Injectable()
export class SetupChecklistService {
  constructor(
    private readonly backups: Backups,
    private readonly mailer: Mailer,
    private readonly settings: Settings,
    private readonly content: ContentFacade,
    private readonly users: UsersFacade,
  ) {}

  async get(): Promise<SetupChecklistResponse> {
    const hasDemo = (await this.settings.get(demoCompletedAt)) !== null;
    const done: Record<SetupStep, boolean> = {
      name: await this.settings.isAnySet(siteName, siteLogo),
      access: await this.settings.isAnySet(registrationMode),
      mail: this.mailer.isConfigured,
      ...(await this.content.hasCategoryAndDocument()),
      people: await this.users.hasInvitedOthers(),
      backup: (await this.backups.list()).some(({ status }) => status === 'complete'),
      demo: false,
    };
    return {
      steps: setupSteps.filter((name) => hasDemo || name !== 'demo').map((name) => ({ name, is_done: done[name] })),
      is_dismissed: await this.settings.get(isDismissed),
    };
  }

  async setDismissed(actor: Actor, dismissed: boolean): Promise<void> {
    await this.settings.set(isDismissed, dismissed, actor);
  }
}
