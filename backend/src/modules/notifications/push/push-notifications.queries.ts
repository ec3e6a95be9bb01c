import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { OwnNotifications } from '../inbox/own-notifications.js';
import type { PushedNotification } from './push-message.js';

@Injectable()
export class PushNotificationsQueries {
  constructor(
    private readonly database: Database,
    private readonly own: OwnNotifications,
  ) {}

  /** Undefined when the user has read it, or may not see it any more. */
  async findUnread(actor: Actor, id: string): Promise<PushedNotification | undefined> {
    return this.database.db
      .selectFrom('notifications as n')
      .select(['n.id', 'n.title', 'n.message', 'n.url'])
      .select(sql<string>`coalesce(n.group_key, n.id::text)`.as('tag'))
      .where('n.id', '=', id)
      .where('n.read_at', 'is', null)
      .where(this.own.isOwn(actor, 'n'))
      .executeTakeFirst();
  }
}
