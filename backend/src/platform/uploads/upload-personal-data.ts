import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../database/database.js';
import { PersonalData } from '../personal-data/personal-data.js';

/** Unfinished and unused uploads of a user. Erasing lets them expire; the sweep removes their bytes. */
@Injectable()
export class UploadPersonalData {
  constructor(database: Database, personalData: PersonalData) {
    personalData.register({
      sections: [
        {
          name: 'uploads',
          description: 'Resumable uploads that are not stored as files yet',
          select: (id) => sql`select u.id as cursor, u.id, u.name, u.size, u.created_at, u.expires_at, u.finished_at
                from uploads u where u.owner_id = ${id}::uuid`,
        },
      ],
      erase: async ({ id }) => {
        await database.db
          .updateTable('uploads')
          .set({ expires_at: new Date() })
          .where('owner_id', '=', id)
          .where('claimed_at', 'is', null)
          .execute();
      },
    });
  }
}
