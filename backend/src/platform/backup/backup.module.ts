import { join } from 'node:path';
import { type DynamicModule, Global, Module, type OnModuleInit } from '@nestjs/common';
import { Config } from '../config/config.js';
import { Jobs } from '../jobs/jobs.js';
import { SettingsRegistry } from '../settings/settings-registry.js';
import { BackupHealth } from './backup-health.js';
import { BackupPersonalData } from './backup-personal-data.js';
import { BackupRunner } from './backup-runner.js';
import { backupSettings } from './backup-settings.js';
import { BackupStorage, LocalBackupStorage } from './backup-storage.js';
import { BackupTables } from './backup-tables.js';
import { Backups, CREATE_BACKUP } from './backups.js';
import { BackupsRepository } from './backups.repository.js';

export async function createBackupStorage(config: Config): Promise<BackupStorage> {
  if (config.env.STORAGE === 'local') return new LocalBackupStorage(join(config.dataDir, 'backups'));
  // Loaded on demand: the S3 client is the largest library of the server.
  const [{ S3BackupStorage }, { s3OptionsOf }] = await Promise.all([
    import('./s3-backup-storage.js'),
    import('../storage/s3-client.js'),
  ]);
  return new S3BackupStorage(s3OptionsOf(config));
}

/** A backup of a large store takes hours. */
const EXPIRE_SECONDS = 24 * 3600 - 1;

@Global()
@Module({})
export class BackupModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly settings: SettingsRegistry,
    private readonly backups: Backups,
  ) {}

  static forRoot(tables: BackupTables): DynamicModule {
    return {
      module: BackupModule,
      providers: [
        BackupHealth,
        BackupPersonalData,
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
