import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { Signals } from '../../../platform/signals/signals.js';
import { notificationsRead } from '../notifications.signals.js';
import { InboxQueries } from './inbox.queries.js';

const READ_KEPT_DAYS = 90;
const KEPT_DAYS = 365;
const DAY_MS = 24 * 3600_000;

/** Reading what is at the bell; the person's other windows hear of it. @returns what is left unread */
@Injectable()
export class InboxService {
  constructor(
    private readonly database: Database,
    private readonly queries: InboxQueries,
    private readonly signals: Signals,
  ) {}

  /** Once read it stays read from its first time. */
  async read(actor: Actor, id: string): Promise<number> {
    return this.database.transaction(async () => {
      const { where, bind, values } = this.queries.own(actor);
      const [found] = await this.database.query<{ id: string }>(
        `update notifications n set read_at = coalesce(n.read_at, ${bind(new Date())}) where n.id = ${bind(id)} and ${where} returning n.id`,
        values,
      );
      if (!found) throw notFound('This notification');
      return this.tell(actor);
    });
  }

  async readAll(actor: Actor): Promise<number> {
    return this.database.transaction(async () => {
      const { where, bind, values } = this.queries.own(actor);
      await this.database.query(
        `update notifications n set read_at = ${bind(new Date())} where ${where} and n.read_at is null`,
        values,
      );
      return this.tell(actor);
    });
  }

  async sweep(now = new Date()): Promise<void> {
    const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
    await this.database.query('delete from notifications where read_at < $1', [before(READ_KEPT_DAYS)]);
    await this.database.query('delete from notifications where created_at < $1', [before(KEPT_DAYS)]);
  }

  private async tell(actor: Actor): Promise<number> {
    await this.signals.publish(notificationsRead, { userId: actor.userId });
    return this.queries.unread(actor);
  }
}
