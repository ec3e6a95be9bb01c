import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../database/database.js';
import { PersonalData } from '../personal-data/personal-data.js';

/** Which backups a user has requested. */
@Injectable()
export class BackupPersonalData {
  constructor(database: Database, personalData: PersonalData) {
    personalData.register({
      sections: [
        {
          name: 'backups',
          description: 'Backups that the user has requested',
          select: (id) =>
            sql`select b.id as cursor, b.created_at, b.status from backups b where b.requested_by_id = ${id}::uuid`,
        },
      ],
      erase: async ({ id }) => {
        await database.db
          .updateTable('backups')
          .set({ requested_by_id: null })
          .where('requested_by_id', '=', id)
          .execute();
      },
    });
  }
}
