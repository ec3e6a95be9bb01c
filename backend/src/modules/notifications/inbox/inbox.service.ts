import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';
import { notificationsRead } from './live-streams.js';
import { InboxQueries } from './inbox.queries.js';

const READ_RETENTION_DAYS = 90;
const RETENTION_DAYS = 365;
/** NOTIFY limits the length of messages. */
const USERS_PER_MESSAGE = 150;
const DAY_MS = 24 * 3600_000;

/** Marks notifications as read and updates the user's other windows. Commands return the unread count. */
@Injectable()
export class InboxService {
  constructor(
    private readonly database: Database,
    private readonly queries: InboxQueries,
    private readonly pubsub: PubSub,
  ) {}

  /** Idempotent: the time of the first reading stays. */
  async markRead(actor: Actor, id: string): Promise<number> {
    return this.database.transaction(async () => {
      const found = await this.database.db
        .updateTable('notifications as n')
        .set({ read_at: sql`coalesce(n.read_at, ${new Date()})` })
        .where('n.id', '=', id)
        .where(this.queries.isOwn(actor))
        .returning('n.id')
        .executeTakeFirst();
      if (!found) throw notFound('This notification');
      return this.broadcastRead(actor);
    });
  }

  async markAllRead(actor: Actor): Promise<number> {
    return this.database.transaction(async () => {
      await this.database.db
        .updateTable('notifications as n')
        .set({ read_at: new Date() })
        .where(this.queries.isOwn(actor))
        .where('n.read_at', 'is', null)
        .execute();
      return this.broadcastRead(actor);
    });
  }

  /**
   * Notifications that ask their users for something that is done or no longer wanted: marks them as read, or deletes
   * those that are unread.
   * @param of.before id of an event, a UUIDv7; notifications of later events stay
   */
  async close(of: { kind: string; subjectId: string; before: string; isRead: boolean }): Promise<void> {
    await this.database.transaction(async () => {
      const change = of.isRead ? sql`update notifications set read_at = ${new Date()}` : sql`delete from notifications`;
      const { rows } = await sql<{ user_id: string }>`
        ${change}
        where id in (
          select n.id from notifications n
          where n.kind = ${of.kind} and n.subject_id = ${of.subjectId} and n.event_key < ${of.before} collate "C"
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

  private async broadcastRead(actor: Actor): Promise<number> {
    await this.publishRead([actor.userId]);
    return this.queries.countUnread(actor);
  }

  private async publishRead(userIds: readonly string[]): Promise<void> {
    for (let i = 0; i < userIds.length; i += USERS_PER_MESSAGE)
      await this.pubsub.publish(notificationsRead, { userIds: userIds.slice(i, i + USERS_PER_MESSAGE) });
  }
}
