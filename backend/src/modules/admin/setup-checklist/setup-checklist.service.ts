import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { z } from 'zod';
import { Database } from '../../../platform/database/database.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { defineSetting, Settings } from '../../../platform/settings/settings.js';
import { type SetupChecklistResponse, type SetupStep, setupSteps } from './setup-checklist.dto.js';

const isDismissed = defineSetting('setup.checklist_dismissed', z.boolean(), false, { isInternal: true });

const hasSetting = (...keys: string[]) => sql`exists (select from settings where key = any(${keys}::text[]))`;

/** What an administrator does first in a new hub. */
@Injectable()
export class SetupChecklistService {
  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly settings: Settings,
  ) {}

  async get(): Promise<SetupChecklistResponse> {
    const { rows } = await sql<Record<Exclude<SetupStep, 'mail'>, boolean>>`
      select ${hasSetting('site.name', 'site.logo')} as name,
             ${hasSetting('auth.registration')} as access,
             exists (select from content_categories) as categories,
             exists (select from invitations) or (select count(*) from (select from people limit 2) p) > 1 as people,
             exists (select from content_items where kind = 'document' and published_at is not null) as document,
             exists (select from backups where status = 'complete') as backup`.execute(this.database.db);
    const done = { ...rows[0]!, mail: this.mailer.isConfigured };
    return {
      steps: setupSteps.map((name) => ({ name, is_done: done[name] })),
      is_dismissed: await this.settings.get(isDismissed),
    };
  }

  async setDismissed(dismissed: boolean): Promise<void> {
    await this.settings.set(isDismissed, dismissed, null);
  }
}
