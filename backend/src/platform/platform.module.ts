import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { PrivacyResolver } from './access/ports.js';
import { Audit } from './audit/audit.js';
import { createBackupStorage } from './backup/archive-input.js';
import { BackupHealth } from './backup/backup-health.js';
import { BackupRunner } from './backup/backup-runner.js';
import { BackupStorage } from './backup/backup-storage.js';
import { BackupTables } from './backup/backup-tables.js';
import { Backups } from './backup/backups.js';
import { BackupsRepository } from './backup/backups.repository.js';
import { QueryCache } from './cache/query-cache.js';
import { Config } from './config/config.js';
import { ConnectionMonitor } from './database/connection-monitor.js';
import { Counters } from './database/counters.js';
import { DatabaseHealth, publishPoolMetrics } from './database/database-health.js';
import { DatabaseReader } from './database/database-reader.js';
import { Database, ORM } from './database/database.js';
import { createOrm } from './database/orm.js';
import { Reconciliation } from './database/reconciliation.js';
import { ReplicaHealth } from './database/replicas/replica-health.js';
import { Replicas } from './database/replicas/replicas.js';
import { Events } from './events/events.js';
import { FileLinksSource } from './files/file-links.source.js';
import { FileQuota } from './files/file-quota.js';
import { FileReferences } from './files/file-references.js';
import { FileSender } from './files/file-sender.js';
import { FilesController } from './files/files.controller.js';
import { Files } from './files/files.js';
import { StorageHealth } from './files/storage-health.js';
import { DiskHealth } from './health/disk-health.js';
import { HealthController, MetricsController } from './health/health.controller.js';
import { ServerHealth } from './health/server-health.js';
import { BodyMemory } from './http/body/body-memory.js';
import { GuestResponseCache } from './http/server/guest-response-cache.js';
import { Idempotency } from './idempotency/idempotency.js';
import { ImageEncoder } from './images/image-encoder.js';
import { Images } from './images/images.js';
import { Jobs } from './jobs/jobs.js';
import { QueueStats } from './jobs/queue-stats.js';
import { RateLimiter } from './limits/rate-limiter.js';
import { LinkRegistry } from './links/link-registry.js';
import { LinksController } from './links/links.controller.js';
import { LOGGER } from './logging/logger.js';
import { MailHealth } from './mail/mail-health.js';
import { Mailer } from './mail/mailer.js';
import { MediaTools } from './media/media-tools.js';
import { ModerationRegistry } from './moderation/moderation-registry.js';
import { ModerationQueueRegistry } from './moderation/queue-registry.js';
import { HealthChecks } from './monitoring/health-checks.js';
import { Metrics, RequestEncryption } from './monitoring/metrics.js';
import { PersonalData } from './personal-data/personal-data.js';
import { PubSub } from './pubsub/pubsub.js';
import { PushClient } from './push/push-client.js';
import { VapidKeys } from './push/vapid-keys.js';
import { SettingsPrivacyResolver } from './settings/privacy-resolver.js';
import { Secrets, Settings } from './settings/settings.js';
import { createStorage } from './storage/local-storage.js';
import { Spool } from './storage/spool.js';
import { Storage } from './storage/storage.js';
import { TrashRegistry } from './trash/trash-registry.js';
import { createUploadStorage } from './uploads/local-upload-storage.js';
import { UploadLimits } from './uploads/upload-limits.js';
import { UploadLocker } from './uploads/upload-locker.js';
import { UploadServer } from './uploads/upload-server.js';
import { UploadStorage } from './uploads/upload-storage.js';
import { UploadsService } from './uploads/uploads.service.js';
import { VisibilityRegistry } from './visibility/visibility-registry.js';
import { AppIcons } from './web/app/app-icons.js';
import { AppManifest } from './web/app/app-manifest.js';
import { MachinePages } from './web/machine-pages.js';
import { PageCache } from './web/page-cache.js';
import { Pages } from './web/pages.js';
import { Publications } from './web/sitemaps.js';
import { SiteSettings } from './web/site-settings.js';

const orm = {
  provide: ORM,
  useFactory: ({ databaseUrl }: Config, monitor: ConnectionMonitor, metrics: Metrics) =>
    createOrm({ databaseUrl, monitor, onPoolCreated: (pool) => publishPoolMetrics(metrics, pool) }),
  inject: [Config, ConnectionMonitor, Metrics],
};

/** By folder. The order is that of the alerts of their health checks. */
const providers: Provider[] = [
  Audit,
  [BackupHealth, BackupRunner, Backups, BackupsRepository],
  { provide: BackupStorage, useFactory: createBackupStorage, inject: [Config] },
  [orm, ConnectionMonitor, Counters, Database, DatabaseHealth, DatabaseReader, Reconciliation],
  [ReplicaHealth, Replicas],
  [DiskHealth, ServerHealth],
  [HealthChecks, Metrics, RequestEncryption],
  [BodyMemory, GuestResponseCache, QueryCache],
  [Idempotency, PersonalData],
  [Jobs, QueueStats, Events, PubSub],
  [Files, FileLinksSource, FileQuota, FileReferences, FileSender, StorageHealth],
  [MailHealth, Mailer],
  [PushClient, VapidKeys],
  [ImageEncoder, Images, MediaTools],
  [LinkRegistry, ModerationQueueRegistry, ModerationRegistry, TrashRegistry, VisibilityRegistry],
  [RateLimiter, Secrets, Settings],
  { provide: PrivacyResolver, useClass: SettingsPrivacyResolver },
  { provide: Spool, useFactory: (config: Config) => new Spool(config), inject: [Config] },
  { provide: Storage, useFactory: createStorage, inject: [Config, Spool] },
  { provide: UploadStorage, useFactory: createUploadStorage, inject: [Config, Spool] },
  [UploadLimits, UploadLocker, UploadServer, UploadsService],
  [AppIcons, AppManifest, MachinePages, PageCache, Pages, Publications, SiteSettings],
].flat();

/** All technical parts. They are global: every module depends on most of them. */
@Global()
@Module({})
export class PlatformModule {
  static with(config: Config, logger: Logger, backupTables: BackupTables): DynamicModule {
    const values = [
      { provide: Config, useValue: config },
      { provide: LOGGER, useValue: logger },
      { provide: BackupTables, useValue: backupTables },
    ];
    return {
      module: PlatformModule,
      controllers: [HealthController, MetricsController, FilesController, LinksController],
      providers: [...values, ...providers],
      exports: [...values, ...providers],
    };
  }
}
