import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import type { Subject } from '../../../platform/visibility/visibility-registry.js';
import { FORMER_MEMBER, type Row } from '../../../schema/index.js';
import type { Recipient } from '../../auth/index.js';
import type { NotificationKind } from '../settings/notification-topics.js';
import { type ErasedUser, PersonalData } from '../../../platform/personal-data/personal-data.js';
import type { Localized } from '../../../platform/language/texts.js';

const SCRIPTS = ['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Mandaic', 'Adlam'];
const RIGHT_TO_LEFT = new RegExp(`[${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');

/**
 * A name or title for use in a sentence. Right-to-left text is put between directional isolates, so that it does not
 * reorder the words around it, in browsers and mails alike.
 */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

/** A notification for one or more users; its words are stored in the language of each. */
export interface NotificationInput extends Omit<NotificationRow, 'title' | 'message' | 'bundle'> {
  title: Localized;
  message: Localized;
  bundle?: Omit<NotificationBundle, 'title' | 'messageEnd'> & { title: Localized; messageEnd: Localized };
}

/** A notification in one language. */
export interface NotificationRow {
  userIds: readonly string[];
  /** idempotency key: each user gets one notification per key, for example the event's id */
  key: string;
  /** when it happened, only of content with a past */
  at?: Date | null;
  kind: NotificationKind;
  title: string;
  message: string;
  /** path in the frontend, beginning with a slash */
  url: string;
  /** users who may not see it get no notification, and lose it when they no longer may */
  subject: Subject | null;
  /** who acted, unless they stay anonymous; null for the system */
  actorId?: string | null;
  /** the thread or item that lists group by; the subject by default */
  group?: Subject | null;
  bundle?: NotificationBundle;
}

/** Numbered items of a sequence, such as the posts of a thread: one notification while the user has not read it. */
interface NotificationBundle {
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

type Added = Pick<Row<'notifications'>, 'id' | 'user_id'>;

/** For content that is dated back, such as a demo's: older notifications are stored as read. */
const UNREAD_DAYS_OF_PAST = 3.5;

/** Stores notifications. Joins the caller's transaction. */
@Injectable()
export class NotificationStore {
  constructor(
    private readonly database: Database,
    personalData: PersonalData,
  ) {
    personalData.register({
      sections: [
        {
          name: 'notifications',
          description: 'Notifications to the user, without their texts, which name content of others',
          select: (id) => sql`
            select n.id as cursor, n.kind, n.created_at, n.read_at
            from notifications n where n.user_id = ${id}::uuid`,
        },
      ],
      erase: (user) => this.erase(user),
    });
  }

  /**
   * One statement for all recipients who have notifications in the hub, and one for those who get mails only.
   * @returns user id → notification id of new and changed rows; users who already have this key are left out
   */
  async add(input: NotificationRow, recipients: readonly Recipient[]): Promise<Map<string, string>> {
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

  private async insert(input: NotificationRow, recipients: readonly Recipient[]): Promise<Map<string, string>> {
    const users = recipients.map(({ actor, preferences: { in_app } }) => ({
      id: createId(input),
      user_id: actor.userId,
      in_app,
    }));
    const { rows } = await sql<Added>`
      insert into notifications
        (id, user_id, in_app, event_key, kind, title, message, url, created_at, read_at, subject_type, subject_id,
         actor_id, group_key)
      select r.id, r.user_id, r.in_app, ${selectCommon(input)}
      from jsonb_to_recordset(${JSON.stringify(users)}::jsonb) as r (id uuid, user_id uuid, in_app boolean)
      on conflict (user_id, event_key) do nothing returning id, user_id`.execute(this.database.db);
    return toIds(rows);
  }

  /**
   * An unread notification of the same sequence takes the item in. The first and the last number are those of all items
   * so far, in whatever order their events are handled; of what the user has seen meanwhile, nothing is counted.
   */
  private async insertOrExtend(
    input: NotificationRow,
    { key, number, unseen, title, messageEnd, subject }: NotificationBundle,
    recipients: readonly Recipient[],
  ): Promise<Map<string, string>> {
    const users = recipients.map(({ actor: { userId } }) => ({
      id: createId(input),
      user_id: userId,
      unseen: unseen.get(userId)?.number ?? 0,
      unseen_url: unseen.get(userId)?.url ?? input.url,
    }));
    const { rows } = await sql<Added>`
      with recipient as (
        select r.id, r.user_id, r.unseen, r.unseen_url
        from jsonb_to_recordset(${JSON.stringify(users)}::jsonb)
          as r (id uuid, user_id uuid, unseen int, unseen_url text)
      )
      insert into notifications as n
        (id, user_id, in_app, event_key, kind, title, message, url, created_at, read_at, subject_type, subject_id,
         actor_id, group_key, bundle_key, bundle_first, bundle_last)
      select r.id, r.user_id, true, ${selectCommon(input)},
             r.user_id || ':' || ${key}::text, ${number}::int, ${number}::int
      from recipient r
      where not exists (select 1 from notifications e where e.user_id = r.user_id and e.event_key = ${input.key})
      order by r.user_id
      on conflict (bundle_key) where in_app and read_at is null and bundle_key is not null
      do update set (bundle_first, bundle_last, title, message, url, created_at, subject_type, subject_id, actor_id,
                     source_type, source_id) = (
        select b.first, b.last,
               case b.shows when 'many' then ${title}::text when 'this' then excluded.title else n.title end,
               case b.shows when 'many' then (b.last - b.first + 1) || ${messageEnd}::text
                            when 'this' then excluded.message else n.message end,
               case b.first when excluded.bundle_first then excluded.url
                            when n.bundle_first then n.url else r.unseen_url end,
               greatest(n.created_at, excluded.created_at),
               case b.shows when 'many' then ${subject?.type ?? null}::text
                            when 'this' then excluded.subject_type else n.subject_type end,
               case b.shows when 'many' then ${subject?.id ?? null}::uuid
                            when 'this' then excluded.subject_id else n.subject_id end,
               -- the author and the text of the last item
               case when b.last = excluded.bundle_last then excluded.actor_id else n.actor_id end,
               case when b.shows <> 'many' then null
                    when b.last = excluded.bundle_last then excluded.subject_type
                    else coalesce(n.source_type, n.subject_type) end,
               case when b.shows <> 'many' then null
                    when b.last = excluded.bundle_last then excluded.subject_id
                    else coalesce(n.source_id, n.subject_id) end
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
      returning id, user_id`.execute(this.database.db);
    return toIds(rows);
  }

  private async erase({ id, name }: ErasedUser): Promise<void> {
    const { db } = this.database;
    await db.deleteFrom('notifications').where('user_id', '=', id).execute();
    await db.updateTable('notifications').set({ actor_id: null }).where('actor_id', '=', id).execute();
    // Messages begin with the name of the user who did something.
    const former = isolated(name);
    await db
      .updateTable('notifications')
      .set({ message: sql`${FORMER_MEMBER} || substr(message, length(${former}) + 1)` })
      .where(sql<boolean>`starts_with(message, ${former} || ' ')`)
      .execute();
  }
}

const createId = ({ at }: NotificationRow): string => (at ? uuidv7({ msecs: at.getTime() }) : uuidv7());

/** event_key, kind, title, message, url, created_at, read_at, subject_type, subject_id, actor_id and group_key. */
function selectCommon(input: NotificationRow): RawBuilder<unknown> {
  const { key, kind, title, message, url, subject, at, actorId = null, group = subject } = input;
  return sql`
  ${key}::text, ${kind}::text, ${title}::text, ${message}::text, ${url}::text,
  ${at ?? new Date()}::timestamptz, ${at && isReadPast(at) ? at : null}::timestamptz,
  ${subject?.type ?? null}::text, ${subject?.id ?? null}::uuid,
  ${actorId}::uuid, ${group && `${group.type}:${group.id}`}::text`;
}

const toIds = (rows: readonly Added[]): Map<string, string> => new Map(rows.map((row) => [row.user_id, row.id]));

const isReadPast = (at: Date): boolean => Date.now() - at.getTime() > UNREAD_DAYS_OF_PAST * 24 * 3600_000;
