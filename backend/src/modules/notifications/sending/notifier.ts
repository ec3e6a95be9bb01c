import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';
import { type Subject, VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { UsersFacade, type Recipient } from '../../auth/index.js';
import { notificationsCreated } from '../inbox/live-streams.js';
import { NotificationMails } from './notification-mails.js';

/** A notification for one or more users. */
export interface NotificationInput {
  userIds: readonly string[];
  /** idempotency key: each user gets one notification per key, for example the event's id */
  key: string;
  /** machine-readable kind, for example `document_published` */
  kind: string;
  title: string;
  message: string;
  /** path in the frontend, beginning with a slash */
  url: string;
  /** users who may not see it get no notification, and lose it when they no longer may */
  subject: Subject | null;
}

const SCRIPTS = ['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Mandaic', 'Adlam'];
const RIGHT_TO_LEFT = new RegExp(`[${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');

/**
 * A name or title for use in a sentence. Right-to-left text is put between directional isolates, so that it does not
 * reorder the words around it, in browsers and mails alike.
 */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

const ITEMS_PER_MESSAGE = 80;
const MAX_TITLE = 200;
const MAX_MESSAGE = 1000;
/** Of content that is dated back, such as a demo's: older notifications were read when they came. */
const UNREAD_DAYS_OF_PAST = 3.5;

/** Stores notifications, publishes them to open streams and sends mails, within the caller's transaction. */
@Injectable()
export class Notifier {
  constructor(
    private readonly database: Database,
    private readonly users: UsersFacade,
    private readonly visibility: VisibilityRegistry,
    private readonly pubsub: PubSub,
    private readonly mails: NotificationMails,
    private readonly events: Events,
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
      const ids = recipients.length ? await this.store(notification, recipients) : new Map<string, string>();
      const created = recipients.filter(({ actor }) => ids.has(actor.userId));
      await this.publish(
        created
          .filter(({ preferences }) => preferences.in_app)
          .map(({ actor }) => [actor.userId, ids.get(actor.userId) ?? '']),
      );
      for (const recipient of created) if (recipient.preferences.email) await this.mails.send(recipient, notification);
    });
  }

  /** The name of a user, for use in a sentence. */
  async findName(id: string): Promise<string> {
    return isolated((await this.users.getNames([id])).get(id) ?? 'A deleted user');
  }

  private async findRecipients({ userIds, subject }: NotificationInput): Promise<Recipient[]> {
    const reachable = (await this.users.findRecipients([...new Set(userIds)])).filter(
      ({ preferences }) => preferences.email || preferences.in_app,
    );
    const viewers = new Set(
      await this.visibility.filterViewers(
        subject,
        reachable.map(({ actor }) => actor),
      ),
    );
    return reachable.filter(({ actor }) => viewers.has(actor));
  }

  /** @returns user id → notification id of the new rows; users who already have this key are left out */
  private async store(
    { key, kind, subject, title, message, url }: NotificationInput,
    recipients: Recipient[],
  ): Promise<Map<string, string>> {
    const pastTime = this.events.getPastTime();
    const rows = await this.database.query<{ id: string; user_id: string }>(
      `insert into notifications
         (id, user_id, in_app, event_key, kind, subject_type, subject_id, title, message, url, created_at, read_at)
       select r.id, r.user_id, r.in_app, $4, $5, $6, $7, $8, $9, $10, $11, $12
       from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as r (id, user_id, in_app)
       on conflict (user_id, event_key) do nothing returning id, user_id`,
      [
        recipients.map(() => (pastTime ? uuidv7({ msecs: pastTime.getTime() }) : uuidv7())),
        recipients.map(({ actor }) => actor.userId),
        recipients.map(({ preferences }) => preferences.in_app),
        key,
        kind,
        subject?.type ?? null,
        subject?.id ?? null,
        title,
        message,
        url,
        pastTime ?? new Date(),
        pastTime && isReadPast(pastTime) ? pastTime : null,
      ],
    );
    return new Map(rows.map((row) => [row.user_id, row.id]));
  }

  private async publish(items: [string, string][]): Promise<void> {
    for (let i = 0; i < items.length; i += ITEMS_PER_MESSAGE)
      await this.pubsub.publish(notificationsCreated, { items: items.slice(i, i + ITEMS_PER_MESSAGE) });
  }
}

const isReadPast = (at: Date): boolean => Date.now() - at.getTime() > UNREAD_DAYS_OF_PAST * 24 * 3600_000;

const truncate = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
