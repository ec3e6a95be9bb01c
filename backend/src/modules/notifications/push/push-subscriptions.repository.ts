import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { PersonalData } from '../../../platform/personal-data/personal-data.js';
import type { Row } from '../../../schema/index.js';

type Subscription = Row<'push_subscriptions'>;

@Injectable()
export class PushSubscriptionsRepository {
  constructor(
    private readonly database: Database,
    personalData: PersonalData,
  ) {
    personalData.register({
      sections: [
        {
          name: 'push_subscriptions',
          description: 'Browsers that receive push notifications, by their push services, without addresses and keys',
          select: (id) => sql`
            select p.session_id as cursor, p.created_at,
                   substring(p.endpoint from '^[a-z]+://([^/]+)') as push_service
            from push_subscriptions p where p.user_id = ${id}::uuid`,
        },
      ],
      erase: async ({ id }) => {
        await this.database.db.deleteFrom('push_subscriptions').where('user_id', '=', id).execute();
      },
    });
  }

  async list(userId: string): Promise<Pick<Subscription, 'session_id' | 'created_at'>[]> {
    return this.database.db
      .selectFrom('push_subscriptions')
      .select(['session_id', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute();
  }

  /** The sessions with a subscription, of these users. */
  async findSessions(userIds: readonly string[]): Promise<Pick<Subscription, 'session_id' | 'user_id'>[]> {
    return this.database.db
      .selectFrom('push_subscriptions')
      .select(['session_id', 'user_id'])
      .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
      .orderBy('session_id')
      .execute();
  }

  async find(sessionId: string): Promise<Subscription | undefined> {
    return this.database.db
      .selectFrom('push_subscriptions')
      .selectAll()
      .where('session_id', '=', sessionId)
      .executeTakeFirst();
  }

  /** Replaces the former one of the session, and that of another session of the same browser. */
  async store(subscription: Subscription): Promise<void> {
    const { session_id, endpoint } = subscription;
    await this.database.transaction(async () => {
      const { db } = this.database;
      // Two sessions with one endpoint at once: the second waits here, and then finds the row of the first.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`push:${endpoint}`}, 0))`.execute(db);
      await db
        .deleteFrom('push_subscriptions')
        .where('endpoint', '=', endpoint)
        .where('session_id', '<>', session_id)
        .execute();
      await db
        .insertInto('push_subscriptions')
        .values(subscription)
        .onConflict((former) => former.column('session_id').doUpdateSet(subscription))
        .execute();
    });
  }

  /** @returns whether there was one */
  async delete(where: Pick<Subscription, 'session_id'> & Partial<Subscription>): Promise<boolean> {
    const deleted = await this.database.db
      .deleteFrom('push_subscriptions')
      .where((row) => row.and(where))
      .returning('session_id')
      .executeTakeFirst();
    return deleted !== undefined;
  }
}
