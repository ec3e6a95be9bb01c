import { type DynamicModule, Global, Module, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Config } from '../config/config.js';
import { Database } from '../database/database.js';
import { Jobs } from '../jobs/jobs.js';
import { PersonalData } from '../personal-data/personal-data.js';
import { SettingsRegistry } from '../settings/settings-registry.js';
import { createBackupStorage } from './archive-file.js';
import { BackupHealth } from './backup-health.js';
import { BackupRunner } from './backup-runner.js';
import { backupSettings } from './backup-settings.js';
import { BackupStorage } from './backup-storage.js';
import { BackupTables } from './backup-tables.js';
import { Backups, CREATE_BACKUP } from './backups.js';
import { BackupsRepository } from './backups.repository.js';

/** A backup of a large store takes hours. */
const EXPIRE_SECONDS = 24 * 3600 - 1;

@Global()
@Module({})
export class BackupModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly settings: SettingsRegistry,
    private readonly backups: Backups,
    database: Database,
    personalData: PersonalData,
  ) {
    personalData.register({
      sections: [
        {
          name: 'backups',
          description: 'Backups that the user has requested',
          select: (id) => sql`
            select b.id as cursor, b.created_at, b.status from backups b where b.requested_by_id = ${id}::uuid`,
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

  static forRoot(tables: BackupTables): DynamicModule {
    return {
      module: BackupModule,
      providers: [
        BackupHealth,
        BackupRunner,
        Backups,
        BackupsRepository,
        { provide: BackupStorage, useFactory: createBackupStorage, inject: [Config] },
        { provide: BackupTables, useValue: tables },
      ],
      exports: [Backups, BackupStorage],
    };
  }

  onModuleInit(): void {
    this.settings.register('backups', backupSettings);
    this.jobs.define<{ id: string }>(CREATE_BACKUP, ({ id }, { retries }) => this.backups.run(id, retries), {
      transactional: false,
      expireInSeconds: EXPIRE_SECONDS,
    });
    this.jobs.define('backups.tick', () => this.backups.tick(), { cron: '* * * * *', deleteAfterSeconds: 3600 });
  }
}
