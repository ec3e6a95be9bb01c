import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';
import { notificationsRead } from './live-streams.js';
import { InboxQueries } from './inbox.queries.js';

const READ_RETENTION_DAYS = 90;
const RETENTION_DAYS = 365;
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

  async deleteOld(now = new Date()): Promise<void> {
    const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
    await this.database.query('delete from notifications where read_at < $1', [before(READ_RETENTION_DAYS)]);
    await this.database.query('delete from notifications where created_at < $1', [before(RETENTION_DAYS)]);
  }

  private async broadcastRead(actor: Actor): Promise<number> {
    await this.pubsub.publish(notificationsRead, { userId: actor.userId });
    return this.queries.countUnread(actor);
  }
}
