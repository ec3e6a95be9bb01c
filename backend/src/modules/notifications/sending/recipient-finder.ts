import { Injectable } from '@nestjs/common';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import type { NotificationPreferences } from '../../../schema/json.js';
import { type Recipient, UsersFacade } from '../../auth/index.js';
import { NotificationSettingsRepository } from '../settings/notification-settings.repository.js';
import { getTopic } from '../settings/notification-topics.js';
import type { NotificationInput } from './notification-store.js';

/** Finds the users who get a notification. */
@Injectable()
export class RecipientFinder {
  constructor(
    private readonly users: UsersFacade,
    private readonly visibility: VisibilityRegistry,
    private readonly settings: NotificationSettingsRepository,
  ) {}

  /** With the channels that they have enabled for this kind; users without an enabled channel are left out. */
  async find({ userIds, kind, subject }: NotificationInput): Promise<Recipient[]> {
    const ids = [...new Set(userIds)];
    const recipients = await this.users.findRecipients(ids);
    const muted = recipients.length ? await this.settings.findMuted(ids, getTopic(kind)) : undefined;
    const reachable = recipients
      .map((recipient) => ({
        ...recipient,
        preferences: applyMuted(recipient.preferences, muted?.get(recipient.actor.userId)),
      }))
      .filter(({ preferences }) => preferences.email || preferences.in_app);
    const viewers = new Set(
      await this.visibility.filterViewers(
        subject,
        reachable.map(({ actor }) => actor),
      ),
    );
    return reachable.filter(({ actor }) => viewers.has(actor));
  }
}

const applyMuted = (
  { email, in_app }: NotificationPreferences,
  muted?: NotificationPreferences,
): NotificationPreferences => ({ email: email && !muted?.email, in_app: in_app && !muted?.in_app });
