import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { defineChannel, PubSub } from '../../../platform/pubsub/pubsub.js';
import { type KeysetOrder, selectSortValues, type SortedRow } from '../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  COUNT_CAP,
  countCapped,
  type Page,
  type PageQuery,
  toPage,
  toTotal,
} from '../../../platform/http/pagination/pagination.js';
import type { NotificationEventResponse, NotificationResponse } from './notifications.dto.js';
import { type NotificationRow, OwnNotifications } from './own-notifications.js';

/** New notifications, at most 80: [user id, notification id]. */
export const notificationsCreated = defineChannel<{ items: [string, string][] }>('notifications.arrived');
/** Users have read notifications, or lost them; at most 150 users. */
export const notificationsRead = defineChannel<{ userIds: string[] }>('notifications.read_by');

const READ_RETENTION_DAYS = 90;
const RETENTION_DAYS = 365;

/** NOTIFY limits the length of messages. */
const USERS_PER_MESSAGE = 150;
const DAY_MS = 24 * 3600_000;

const newestFirst: KeysetOrder = {
  name: 'notifications',
  direction: 'desc',
  columns: [
    { sql: sql.ref('n.created_at'), type: 'timestamptz' },
    { sql: sql.ref('n.id'), type: 'uuid' },
  ],
};

/** Marks notifications as read and updates the user's other windows. Commands return the unread count. */
@Injectable()
export class InboxService {
  constructor(
    private readonly database: Database,
    private readonly pubsub: PubSub,
    private readonly own: OwnNotifications,
  ) {}

  /** Idempotent: the time of the first reading stays. */
  async markRead(actor: Actor, id: string): Promise<number> {
    return this.database.transaction(async () => {
      const found = await this.database.db
        .updateTable('notifications as n')
        .set({ read_at: sql`coalesce(n.read_at, ${new Date()})` })
        .where('n.id', '=', id)
        .where(this.isOwn(actor))
        .returning('n.id')
        .executeTakeFirst();
      if (!found) throw notFound('notification');
      return this.broadcastRead(actor);
    });
  }

  /** Marks this notification and the earlier ones of its group: later ones have not been seen yet. */
  async markGroupRead(actor: Actor, id: string): Promise<number> {
    return this.database.transaction(async () => {
      const { rows } = await sql<{ has_found: boolean }>`
        with latest as (
          select n.id, n.group_key, n.created_at from notifications n
          where n.id = ${id} and ${this.isOwn(actor)}
        ), marked as (
          update notifications n set read_at = ${new Date()} from latest l
          where n.read_at is null and ${this.isOwn(actor)}
            and (n.id = l.id or (n.group_key = l.group_key and (n.created_at, n.id) < (l.created_at, l.id)))
        )
        select exists (select 1 from latest) as has_found`.execute(this.database.db);
      if (!rows[0]?.has_found) throw notFound('notification');
      return this.broadcastRead(actor);
    });
  }

  async markAllRead(actor: Actor): Promise<number> {
    return this.database.transaction(async () => {
      await this.database.db
        .updateTable('notifications as n')
        .set({ read_at: new Date() })
        .where(this.isOwn(actor))
        .where('n.read_at', 'is', null)
        .execute();
      return this.broadcastRead(actor);
    });
  }

  /**
   * Notifications that ask their users for something that is done or no longer wanted: marks them as read, or deletes
   * those that are unread.
   * @param before id of an event, a UUIDv7; notifications of later events stay
   */
  async close({
    kind,
    subjectId,
    before,
    isRead,
  }: {
    kind: string;
    subjectId: string;
    before: string;
    isRead: boolean;
  }): Promise<void> {
    await this.database.transaction(async () => {
      const change = isRead ? sql`update notifications set read_at = ${new Date()}` : sql`delete from notifications`;
      const { rows } = await sql<{ user_id: string }>`
        ${change}
        where id in (
          select n.id from notifications n
          where n.kind = ${kind} and n.subject_id = ${subjectId} and n.event_key < ${before} collate "C"
            and n.read_at is null
        )
        returning user_id`.execute(this.database.db);
      await this.publishRead(rows.map((row) => row.user_id));
    });
  }

  async deleteOld(now = new Date()): Promise<void> {
    const { db } = this.database;
    const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
    await db.deleteFrom('notifications').where('read_at', '<', before(READ_RETENTION_DAYS)).execute();
    await db.deleteFrom('notifications').where('created_at', '<', before(RETENTION_DAYS)).execute();
  }

  /** The newest first; replies that are added to a notification make it newer. */
  async list(actor: Actor, query: PageQuery): Promise<Page<NotificationResponse> & { unread: number }> {
    const { isAfter, tail } = buildPage(newestFirst, query);
    const { rows: found } = await sql<NotificationRow & SortedRow>`
      select ${this.own.columns(actor, 'n')}, ${selectSortValues(newestFirst)} as sort_values
      from notifications n where ${this.isOwn(actor)} and ${isAfter} ${tail}`.execute(this.database.db);
    const { total, unread } = await this.database.db
      .selectNoFrom([
        countCapped(sql`from notifications n where ${this.isOwn(actor)}`).as('total'),
        this.countUnreadCapped(actor).as('unread'),
      ])
      .executeTakeFirstOrThrow();
    const { rows, nextCursor } = toPage<NotificationRow>(newestFirst, found, query.limit);
    return {
      rows: rows.map((row) => this.own.toResponse(row)),
      nextCursor,
      ...toTotal(total),
      unread,
    };
  }

  async countUnread(actor: Actor): Promise<number> {
    const { n } = await this.database.db.selectNoFrom(this.countUnreadCapped(actor).as('n')).executeTakeFirstOrThrow();
    return n;
  }

  /** One notification with the unread count, as the stream sends it; undefined when the user may not see it. */
  async findEvent(actor: Actor, id: string): Promise<Omit<NotificationEventResponse, 'role'> | undefined> {
    const { rows } = await sql<NotificationRow & { unread: number }>`
      select ${this.own.columns(actor, 'n')}, ${this.countUnreadCapped(actor)} as unread
      from notifications n where n.id = ${id} and ${this.isOwn(actor)}`.execute(this.database.db);
    if (!rows[0]) return undefined;
    const { unread, ...notification } = rows[0];
    return { unread_count: unread, notification: this.own.toResponse(notification) };
  }

  /** Over the alias n: the user's own notifications that they may see. */
  private isOwn(actor: Actor): RawBuilder<boolean> {
    return this.own.isOwn(actor, 'n');
  }

  private async broadcastRead(actor: Actor): Promise<number> {
    await this.publishRead([actor.userId]);
    return this.countUnread(actor);
  }

  private async publishRead(userIds: readonly string[]): Promise<void> {
    for (let i = 0; i < userIds.length; i += USERS_PER_MESSAGE)
      await this.pubsub.publish(notificationsRead, { userIds: userIds.slice(i, i + USERS_PER_MESSAGE) });
  }

  private countUnreadCapped(actor: Actor): RawBuilder<number> {
    return countCapped(sql`from notifications n where ${this.isOwn(actor)} and n.read_at is null`, COUNT_CAP);
  }
}
