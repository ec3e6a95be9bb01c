import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { Signals } from '../../../platform/signals/signals.js';
import { type Subject, Subjects } from '../../../platform/subjects/subjects.js';
import { PeopleFacade, type Recipient } from '../../auth/index.js';
import { notificationsArrived } from '../notifications.signals.js';
import { NotificationMails } from './notification-mails.js';

/** Something that people are to be told. */
export interface News {
  userIds: readonly string[];
  /** what makes it the same news when it is told again, for example the event's id with its listener */
  key: string;
  /** a word for programs, for example `document_published` */
  kind: string;
  title: string;
  message: string;
  /** where it leads in the frontend, beginning with a slash */
  url: string;
  /** what it is about; whoever may not see that is not told, and the notification goes when they no longer may */
  subject: Subject | null;
}

const PER_SIGNAL = 80;
const MAX_TITLE = 200;
const MAX_MESSAGE = 1000;

/** Writes notifications, rings the bell and sends mails; all of it in the caller's transaction. */
@Injectable()
export class Notifier {
  constructor(
    private readonly database: Database,
    private readonly people: PeopleFacade,
    private readonly subjects: Subjects,
    private readonly signals: Signals,
    private readonly mails: NotificationMails,
  ) {}

  async notify(told: News): Promise<void> {
    if (!/^\/(?!\/)/.test(told.url)) throw new Error(`A notification leads to a page of the hub, not to ${told.url}.`);
    const news = { ...told, title: shortened(told.title, MAX_TITLE), message: shortened(told.message, MAX_MESSAGE) };
    await this.database.transaction(async () => {
      const recipients = await this.recipients(news);
      const ids = recipients.length ? await this.store(news, recipients) : new Map<string, string>();
      const fresh = recipients.filter(({ actor }) => ids.has(actor.userId));
      await this.ring(
        fresh
          .filter(({ preferences }) => preferences.in_app)
          .map(({ actor }) => [actor.userId, ids.get(actor.userId) ?? '']),
      );
      for (const recipient of fresh) if (recipient.preferences.email) await this.mails.send(recipient, news);
    });
  }

  private async recipients({ userIds, subject }: News): Promise<Recipient[]> {
    const wanted = (await this.people.recipients([...new Set(userIds)])).filter(
      ({ preferences }) => preferences.email || preferences.in_app,
    );
    const readers = new Set(
      await this.subjects.readers(
        subject,
        wanted.map(({ actor }) => actor),
      ),
    );
    return wanted.filter(({ actor }) => readers.has(actor));
  }

  /** @returns the new rows: person → notification. Who was told already is not among them */
  private async store(
    { key, kind, subject, title, message, url }: News,
    recipients: Recipient[],
  ): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; user_id: string }>(
      `insert into notifications (id, user_id, in_app, event_key, kind, subject_type, subject_id, title, message, url, created_at)
       select r.id, r.user_id, r.in_app, $4, $5, $6, $7, $8, $9, $10, $11 from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as r (id, user_id, in_app)
       on conflict (user_id, event_key) do nothing returning id, user_id`,
      [
        recipients.map(() => uuidv7()),
        recipients.map(({ actor }) => actor.userId),
        recipients.map(({ preferences }) => preferences.in_app),
        key,
        kind,
        subject?.type ?? null,
        subject?.id ?? null,
        title,
        message,
        url,
        new Date(),
      ],
    );
    return new Map(rows.map((row) => [row.user_id, row.id]));
  }

  private async ring(items: [string, string][]): Promise<void> {
    for (let i = 0; i < items.length; i += PER_SIGNAL)
      await this.signals.publish(notificationsArrived, { items: items.slice(i, i + PER_SIGNAL) });
  }
}

const shortened = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
