import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Actor } from '../../../platform/access/actor.js';
import { Backups } from '../../../platform/backup/backups.js';
import { Database } from '../../../platform/database/database.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { defineSetting, Settings, siteName } from '../../../platform/settings/settings.js';
import { siteLogo } from '../../../platform/web/site-settings.js';
import { registrationMode, UsersFacade } from '../../auth/index.js';
import { ContentFacade } from '../../content/index.js';
import { ForumFacade } from '../../forum/index.js';
import { demoCompletedAt } from '../demo-content/demo-content.service.js';
import {
  type SetupChecklistResponse,
  type SetupStep,
  setupSteps,
  type UpdateSetupChecklistRequest,
} from './setup-checklist.dto.js';

const isDismissed = defineSetting('setup.checklist_dismissed', z.boolean(), false);
const worksWithoutMail = defineSetting('setup.works_without_mail', z.boolean(), false);

/** What an administrator does first in a new hub. */
@Injectable()
export class SetupChecklistService {
  constructor(
    private readonly backups: Backups,
    private readonly mailer: Mailer,
    private readonly settings: Settings,
    private readonly content: ContentFacade,
    private readonly forum: ForumFacade,
    private readonly users: UsersFacade,
    private readonly database: Database,
  ) {}

  async get(): Promise<SetupChecklistResponse> {
    const hasDemo = (await this.settings.get(demoCompletedAt)) !== null;
    const done: Record<SetupStep, boolean> = {
      name: await this.settings.isAnySet(siteName, siteLogo),
      access: await this.settings.isAnySet(registrationMode),
      mail: this.mailer.isConfigured || (await this.settings.get(worksWithoutMail)),
      ...(await this.content.hasCategoryAndDocument()),
      community: await this.forum.hasCategories(),
      people: await this.users.hasInvitedOthers(),
      backup: (await this.backups.list()).some(({ status }) => status === 'complete'),
      demo: false,
    };
    return {
      steps: setupSteps.filter((name) => hasDemo || name !== 'demo').map((name) => ({ name, is_done: done[name] })),
      is_dismissed: await this.settings.get(isDismissed),
    };
  }

  async update(actor: Actor, { is_dismissed, works_without_mail }: UpdateSetupChecklistRequest): Promise<void> {
    await this.database.transaction(async () => {
      if (is_dismissed !== undefined) await this.settings.set(isDismissed, is_dismissed, actor);
      if (works_without_mail !== undefined) await this.settings.set(worksWithoutMail, works_without_mail, actor);
    });
  }
}
