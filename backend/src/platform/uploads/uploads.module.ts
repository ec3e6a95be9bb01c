import { join } from 'node:path';
import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { Jobs } from '../jobs/jobs.js';
import { PersonalData } from '../personal-data/personal-data.js';
import { Spool } from '../storage/spool.js';
import { LocalUploadStorage } from './local-upload-storage.js';
import { UploadLimits } from './upload-limits.js';
import { UploadLocker } from './upload-locker.js';
import { UploadServer } from './upload-server.js';
import { UploadStorage } from './upload-storage.js';
import { UploadsService, UploadSweep } from './uploads.service.js';

async function createUploadStorage(config: Config, spool: Spool): Promise<UploadStorage> {
  if (config.env.STORAGE === 'local') return new LocalUploadStorage(join(config.dataDir, 'uploads'));
  // Loaded on demand, see StorageModule.
  const [{ S3UploadStorage }, { s3OptionsOf }] = await Promise.all([
    import('./s3-upload-storage.js'),
    import('../storage/s3-client.js'),
  ]);
  return new S3UploadStorage(s3OptionsOf(config), spool);
}

@Global()
@Module({
  providers: [
    { provide: UploadStorage, useFactory: createUploadStorage, inject: [Config, Spool] },
    UploadLimits,
    UploadLocker,
    UploadServer,
    UploadSweep,
    UploadsService,
  ],
  exports: [UploadServer, UploadSweep, UploadsService],
})
export class UploadsModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly sweep: UploadSweep,
    database: Database,
    personalData: PersonalData,
  ) {
    // Erasing lets uploads expire; the sweep removes their bytes.
    personalData.register({
      sections: [
        {
          name: 'uploads',
          description: 'Resumable uploads that are not stored as files yet',
          select: (id) => sql`
            select u.id as cursor, u.id, u.name, u.size, u.created_at, u.expires_at, u.finished_at
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

  onModuleInit(): void {
    this.jobs.define('uploads.sweep', () => this.sweep.run(), {
      cron: '11 * * * *',
      transactional: false,
      expireInSeconds: 3600,
    });
  }
}
