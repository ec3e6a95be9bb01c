import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import type { Subject } from '../../../platform/visibility/visibility-registry.js';
import type { Recipient } from '../../auth/index.js';

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
  bundle?: NotificationBundle;
}

/** Numbered items of a sequence, such as the posts of a thread: one notification while the user has not read it. */
export interface NotificationBundle {
  /** of the sequence */
  key: string;
  /** of the item that this notification is about */
  number: number;
  /** by user: the first item that the user has not seen, if known; the bundle begins there at the earliest */
  unseen: ReadonlyMap<string, { number: number; url: string }>;
  /** of several items */
  title: string;
  /** of several items, without their number, with which it begins */
  messageEnd: string;
  /** of several items */
  subject: Subject | null;
}

/** Of content that is dated back, such as a demo's: older notifications were read when they came. */
const UNREAD_DAYS_OF_PAST = 3.5;

/** Stores notifications. Joins the caller's transaction. */
@Injectable()
export class NotificationStore {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  /**
   * One statement for all recipients who have notifications in the hub, and one for those who get mails only.
   * @returns user id → notification id of new and changed rows; users who already have this key are left out
   */
  async add(input: NotificationInput, recipients: readonly Recipient[]): Promise<Map<string, string>> {
    const { bundle } = input;
    if (!bundle) return this.insert(input, recipients);
    // Mails are about one item each, and users without notifications in the hub never read one there.
    const { true: inApp = [], false: others = [] } = Object.groupBy(
      recipients,
      ({ preferences }) => `${preferences.in_app}` as const,
    );
    const bundled = inApp.length ? await this.insertOrExtend(input, bundle, inApp) : new Map<string, string>();
    const single = others.length ? await this.insert(input, others) : new Map<string, string>();
    return new Map([...bundled, ...single]);
  }

  private async insert(input: NotificationInput, recipients: readonly Recipient[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; user_id: string }>(
      `insert into notifications
         (id, user_id, in_app, event_key, kind, title, message, url, created_at, read_at, subject_type, subject_id)
       select r.id, r.user_id, r.in_app, $4, $5, $6, $7, $8, $9, $10, $11, $12
       from unnest($1::uuid[], $2::uuid[], $3::boolean[]) as r (id, user_id, in_app)
       on conflict (user_id, event_key) do nothing returning id, user_id`,
      [
        recipients.map(() => this.createId()),
        recipients.map(({ actor }) => actor.userId),
        recipients.map(({ preferences }) => preferences.in_app),
        ...this.commonValues(input),
        input.subject?.type ?? null,
        input.subject?.id ?? null,
      ],
    );
    return toIds(rows);
  }

  /**
   * An unread notification of the same sequence takes the item in. The first and the last number are those of all items
   * so far, in whatever order their events are handled; of what the user has seen meanwhile, nothing is counted.
   */
  private async insertOrExtend(
    input: NotificationInput,
    { key, number, unseen, title, messageEnd, subject }: NotificationBundle,
    recipients: readonly Recipient[],
  ): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; user_id: string }>(
      `with recipient as (
         select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[]) as r (id, user_id, unseen, unseen_url)
       )
       insert into notifications as n
         (id, user_id, in_app, event_key, kind, title, message, url, created_at, read_at, subject_type, subject_id,
          bundle_key, bundle_first, bundle_last)
       select r.id, r.user_id, true, $5::text, $6::text, $7::text, $8::text, $9::text, $10::timestamptz,
              $11::timestamptz, $12::text, $13::uuid,
              r.user_id || ':' || $14, $15::int, $15::int
       from recipient r
       where not exists (select 1 from notifications e where e.user_id = r.user_id and e.event_key = $5)
       order by r.user_id
       on conflict (bundle_key) where in_app and read_at is null and bundle_key is not null
       do update set (bundle_first, bundle_last, title, message, url, created_at, subject_type, subject_id) = (
         select b.first, b.last,
                case b.shows when 'many' then $16::text when 'this' then excluded.title else n.title end,
                case b.shows when 'many' then (b.last - b.first + 1) || $17::text
                             when 'this' then excluded.message else n.message end,
                case b.first when excluded.bundle_first then excluded.url
                             when n.bundle_first then n.url else r.unseen_url end,
                greatest(n.created_at, excluded.created_at),
                case b.shows when 'many' then $18::text when 'this' then excluded.subject_type else n.subject_type end,
                case b.shows when 'many' then $19::uuid when 'this' then excluded.subject_id else n.subject_id end
         from recipient r
         cross join lateral (
           select f.first, l.last,
                  case when f.first < l.last then 'many'
                       when l.last = excluded.bundle_last then 'this' else 'former' end as shows
           from (select greatest(n.bundle_last, excluded.bundle_last) as last) l
           cross join lateral (
             select least(greatest(least(n.bundle_first, excluded.bundle_first), r.unseen), l.last) as first
           ) f
         ) b
         where r.user_id = n.user_id
       )
       returning id, user_id`,
      [
        recipients.map(() => this.createId()),
        recipients.map(({ actor }) => actor.userId),
        recipients.map(({ actor }) => unseen.get(actor.userId)?.number ?? 0),
        recipients.map(({ actor }) => unseen.get(actor.userId)?.url ?? input.url),
        ...this.commonValues(input),
        input.subject?.type ?? null,
        input.subject?.id ?? null,
        key,
        number,
        title,
        messageEnd,
        subject?.type ?? null,
        subject?.id ?? null,
      ],
    );
    return toIds(rows);
  }

  private createId(): string {
    const pastTime = this.events.getPastTime();
    return pastTime ? uuidv7({ msecs: pastTime.getTime() }) : uuidv7();
  }

  /** event_key, kind, title, message, url, created_at and read_at. */
  private commonValues({ key, kind, title, message, url }: NotificationInput): unknown[] {
    const pastTime = this.events.getPastTime();
    const readAt = pastTime && isReadPast(pastTime) ? pastTime : null;
    return [key, kind, title, message, url, pastTime ?? new Date(), readAt];
  }
}

const toIds = (rows: readonly { id: string; user_id: string }[]): Map<string, string> =>
  new Map(rows.map((row) => [row.user_id, row.id]));

const isReadPast = (at: Date): boolean => Date.now() - at.getTime() > UNREAD_DAYS_OF_PAST * 24 * 3600_000;
