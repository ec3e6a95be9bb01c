import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import type { NotificationPreferences } from '../../../schema/json.js';
import { UsersFacade, type Recipient } from '../../auth/index.js';
import { notificationsCreated } from '../inbox/inbox.service.js';
import { NotificationSettingsRepository } from '../settings/notification-settings.repository.js';
import { getTopic } from '../settings/notification-topics.js';
import { NotificationMailer } from './notification-mailer.js';
import { isolated, type NotificationInput, NotificationStore } from './notification-store.js';

const ITEMS_PER_MESSAGE = 80;
const MAX_TITLE = 200;
const MAX_MESSAGE = 1000;

/** Stores notifications, publishes them to open streams and sends mails, within the caller's transaction. */
@Injectable()
export class NotificationSender {
  constructor(
    private readonly database: Database,
    private readonly users: UsersFacade,
    private readonly visibility: VisibilityRegistry,
    private readonly pubsub: PubSub,
    private readonly mails: NotificationMailer,
    private readonly store: NotificationStore,
    private readonly settings: NotificationSettingsRepository,
  ) {}

  async notify(input: NotificationInput): Promise<void> {
    if (!/^\/(?!\/)/.test(input.url))
      throw new Error(`A notification leads to a page of the hub, not to ${input.url}.`);
    const notification = {
      ...input,
      title: truncate(input.title, MAX_TITLE),
      message: truncate(input.message, MAX_MESSAGE),
    };
    await this.database.transaction(async () => {
      const recipients = await this.findRecipients(notification);
      const ids = recipients.length ? await this.store.add(notification, recipients) : new Map<string, string>();
      const notified = recipients.filter(({ actor }) => ids.has(actor.userId));
      await this.publish(
        notified
          .filter(({ preferences }) => preferences.in_app)
          .map(({ actor }) => [actor.userId, ids.get(actor.userId) ?? '']),
      );
      for (const recipient of notified) if (recipient.preferences.email) await this.mails.send(recipient, notification);
    });
  }

  /** The name of a user, for use in a sentence. */
  async findName(id: string): Promise<string> {
    return isolated((await this.users.getNames([id])).get(id) ?? 'A deleted user');
  }

  /** With the channels that they have enabled for this kind; users without an enabled channel are left out. */
  private async findRecipients({ userIds, kind, subject }: NotificationInput): Promise<Recipient[]> {
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

  private async publish(items: [string, string][]): Promise<void> {
    for (let i = 0; i < items.length; i += ITEMS_PER_MESSAGE)
      await this.pubsub.publish(notificationsCreated, { items: items.slice(i, i + ITEMS_PER_MESSAGE) });
  }
}

const applyMuted = (
  { email, in_app }: NotificationPreferences,
  muted?: NotificationPreferences,
): NotificationPreferences => ({ email: email && !muted?.email, in_app: in_app && !muted?.in_app });

const truncate = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
