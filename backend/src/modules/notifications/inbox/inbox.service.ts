import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
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
      const { where, bind, values } = this.queries.ownRows(actor);
      const [found] = await this.database.query<{ id: string }>(
        `update notifications n set read_at = coalesce(n.read_at, ${bind(new Date())})
         where n.id = ${bind(id)} and ${where} returning n.id`,
        values,
      );
      if (!found) throw notFound('This notification');
      return this.broadcastRead(actor);
    });
  }

  async markAllRead(actor: Actor): Promise<number> {
    return this.database.transaction(async () => {
      const { where, bind, values } = this.queries.ownRows(actor);
      await this.database.query(
        `update notifications n set read_at = ${bind(new Date())} where ${where} and n.read_at is null`,
        values,
      );
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
      const change = of.isRead ? 'update notifications set read_at = $4' : 'delete from notifications';
      const rows = await this.database.query<{ user_id: string }>(
        `${change}
         where id in (
           select n.id from notifications n
           where n.kind = $1 and n.subject_id = $2 and n.event_key < $3 collate "C" and n.read_at is null
         )
         returning user_id`,
        [of.kind, of.subjectId, of.before, ...(of.isRead ? [new Date()] : [])],
      );
      await this.publishRead(rows.map((row) => row.user_id));
    });
  }

  async deleteOld(now = new Date()): Promise<void> {
    const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
    await this.database.query('delete from notifications where read_at < $1', [before(READ_RETENTION_DAYS)]);
    await this.database.query('delete from notifications where created_at < $1', [before(RETENTION_DAYS)]);
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
