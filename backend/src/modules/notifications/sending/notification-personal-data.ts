import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { type ErasedUser, PersonalData } from '../../../platform/personal-data/personal-data.js';
import { FORMER_MEMBER } from '../../../schema/index.js';
import { isolated } from './notifier.js';

/** Notifications of a user, and the user's name in those of others. */
@Injectable()
export class NotificationPersonalData {
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

  private async erase({ id, name }: ErasedUser): Promise<void> {
    const { db } = this.database;
    await db.deleteFrom('notifications').where('user_id', '=', id).execute();
    // Messages begin with the name of the user who did something.
    const former = isolated(name);
    await db
      .updateTable('notifications')
      .set({ message: sql`${FORMER_MEMBER} || substr(message, length(${former}) + 1)` })
      .where(sql<boolean>`starts_with(message, ${former} || ' ')`)
      .execute();
  }
}
