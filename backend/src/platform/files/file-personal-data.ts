import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../database/database.js';
import { PersonalData } from '../personal-data/personal-data.js';
import { FileUsage } from './file-usage.js';

/** The files that a user has uploaded. Erasing keeps those that texts show; the sweep removes the others. */
@Injectable()
export class FilePersonalData {
  constructor(database: Database, usage: FileUsage, personalData: PersonalData) {
    personalData.register({
      sections: [
        {
          name: 'files',
          description: 'Uploaded images and files',
          select: (id) => sql`select f.id as cursor, f.id, f.name, f.media_type, f.size, f.created_at,
                       '/files/' || f.id || '/' || left(f.sha256, 16) as url
                from files f where f.uploader_id = ${id}::uuid`,
        },
      ],
      erase: async ({ id }) => {
        await database.db.updateTable('files').set({ uploader_id: null }).where('uploader_id', '=', id).execute();
        database.beforeCommit(() => usage.deleteUploader(id));
      },
    });
  }
}
