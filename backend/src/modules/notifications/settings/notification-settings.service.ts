import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { findNextDigest } from './digest-schedule.js';
import type { UpdateNotificationSettingsRequest } from './notification-settings.dto.js';
import { type NotificationSettings, NotificationSettingsRepository } from './notification-settings.repository.js';

/** What users choose about their notifications. */
@Injectable()
export class NotificationSettingsService {
  constructor(
    private readonly database: Database,
    private readonly settings: NotificationSettingsRepository,
  ) {}

  async update(actor: Actor, fields: UpdateNotificationSettingsRequest): Promise<NotificationSettings> {
    return this.database.transaction(async () => {
      const before = await this.settings.lock(actor.userId);
      const after: NotificationSettings = {
        muted_in_app: fields.muted_in_app ?? before.muted_in_app,
        muted_email: fields.muted_email ?? before.muted_email,
        digest: fields.digest ?? before.digest,
        time_zone: fields.time_zone ?? before.time_zone,
      };
      const now = new Date();
      const isRescheduled = after.digest !== before.digest || after.time_zone !== before.time_zone;
      await this.settings.update(actor.userId, {
        ...after,
        ...(isRescheduled && { next_digest_at: findNextDigest(now, after.digest, after.time_zone) }),
        // The first digest tells what happens from now on.
        ...(before.digest === 'off' && after.digest !== 'off' && { digested_at: now }),
      });
      return after;
    });
  }

  /** Turns the digest off, by the unsubscribe link. */
  async disableDigest(userId: string): Promise<void> {
    await this.settings.update(userId, { digest: 'off', next_digest_at: null });
  }
}
