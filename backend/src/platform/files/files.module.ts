import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../database/database.js';
import { Jobs } from '../jobs/jobs.js';
import { PersonalData } from '../personal-data/personal-data.js';
import { FileUsage } from './file-usage.js';
import { FileSender } from './file-sender.js';
import { FileReferences } from './file-references.js';
import { FilesController } from './files.controller.js';
import { Files } from './files.js';
import { StorageHealth } from './storage-health.js';
import { UnusedFiles } from './unused-files.js';

@Global()
@Module({
  controllers: [FilesController],
  providers: [FileUsage, Files, FileReferences, FileSender, StorageHealth, UnusedFiles],
  exports: [FileUsage, Files, FileReferences, FileSender, UnusedFiles],
})
export class FilesModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly unused: UnusedFiles,
    database: Database,
    usage: FileUsage,
    personalData: PersonalData,
  ) {
    // Erasing keeps files that texts show; the sweep removes the others.
    personalData.register({
      sections: [
        {
          name: 'files',
          description: 'Uploaded images and files',
          select: (id) => sql`
            select f.id as cursor, f.id, f.name, f.media_type, f.size, f.created_at,
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

  onModuleInit(): void {
    this.jobs.define('files.sweep', () => this.unused.sweep(), {
      cron: '41 * * * *',
      transactional: false,
      expireInSeconds: 3600,
    });
  }
}
