import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { PersonalData } from '../../../platform/personal-data/personal-data.js';
import type { Row } from '../../../schema/index.js';
import { type NotificationTopic, notificationTopics } from './notification-topics.js';

/** The choices of a user. */
export interface NotificationSettings extends Pick<Row<'notification_settings'>, 'digest' | 'time_zone'> {
  muted_in_app: NotificationTopic[];
  muted_email: NotificationTopic[];
}

const defaults: NotificationSettings = { muted_in_app: [], muted_email: [], digest: 'off', time_zone: null };

const columns = ['muted_in_app', 'muted_email', 'digest', 'time_zone'] as const;

@Injectable()
export class NotificationSettingsRepository {
  constructor(
    private readonly database: Database,
    personalData: PersonalData,
  ) {
    personalData.register({
      sections: [
        {
          name: 'notification_settings',
          description: 'Topics that the user has turned off, and the digest by mail',
          select: (id) => sql`
            select s.user_id as cursor, s.muted_in_app, s.muted_email, s.digest, s.time_zone, s.digested_at
            from notification_settings s where s.user_id = ${id}::uuid`,
        },
      ],
      erase: async ({ id }) => {
        await this.database.db.deleteFrom('notification_settings').where('user_id', '=', id).execute();
      },
    });
  }

  async find(userId: string): Promise<NotificationSettings> {
    const row = await this.database.db
      .selectFrom('notification_settings')
      .select(columns)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    return row ? toSettings(row) : defaults;
  }

  /** As {@link find}, and keeps others from changing them until the caller's transaction ends. */
  async lock(userId: string): Promise<NotificationSettings> {
    const { db } = this.database;
    await db
      .insertInto('notification_settings')
      .values({ user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await db
      .selectFrom('notification_settings')
      .select(columns)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return toSettings(row);
  }

  /** Call {@link lock} before. */
  async update(userId: string, changes: Partial<Omit<Row<'notification_settings'>, 'user_id'>>): Promise<void> {
    if (!Object.keys(changes).length) return;
    await this.database.db.updateTable('notification_settings').set(changes).where('user_id', '=', userId).execute();
  }

  /** Those of the users who have turned a topic off, by channel. */
  async findMuted(
    userIds: readonly string[],
    topic: NotificationTopic,
  ): Promise<Map<string, { in_app: boolean; email: boolean }>> {
    const rows = await this.database.db
      .selectFrom('notification_settings')
      .select('user_id')
      .select(sql<boolean>`${topic} = any(muted_in_app)`.as('in_app'))
      .select(sql<boolean>`${topic} = any(muted_email)`.as('email'))
      .where('user_id', '=', sql<string>`any(${userIds}::uuid[])`)
      .execute();
    return new Map(rows.map(({ user_id, ...muted }) => [user_id, muted]));
  }
}

/** Topics that a later version of the hub has stored are left out. */
const toTopics = (stored: readonly string[]) => notificationTopics.filter((topic) => stored.includes(topic));

const toSettings = (row: Pick<Row<'notification_settings'>, (typeof columns)[number]>): NotificationSettings => ({
  ...row,
  muted_in_app: toTopics(row.muted_in_app),
  muted_email: toTopics(row.muted_email),
});
