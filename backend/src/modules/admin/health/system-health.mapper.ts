import { type BackupFigures, backupHealth } from '../../../platform/backup/backup-health.js';
import { databaseHealth } from '../../../platform/database/database-health.js';
import { type ReplicaFigures, replicaHealth } from '../../../platform/database/replicas/replica-health.js';
import { storageHealth } from '../../../platform/files/storage-health.js';
import { type DiskFigures, diskHealth } from '../../../platform/health/disk-health.js';
import { serverHealth, transportHealth, VERSION } from '../../../platform/health/server-health.js';
import { type JobFigures, jobsHealth } from '../../../platform/jobs/queue-stats.js';
import { mailHealth } from '../../../platform/mail/mail-health.js';
import type { HealthReport } from '../../../platform/monitoring/health-checks.js';
import { type SignInFigures, signInHealth } from '../../auth/index.js';
import type { SystemHealthResponse } from './system-health.dto.js';
import type { Texts } from '../../../platform/language/texts.js';

const GB = 1024 ** 3;
const round = (value: number, decimals: number) => Number(value.toFixed(decimals));
const toGigabytes = (bytes: number) => round(bytes / GB, 2);
/** Figures of checks that failed are unknown. */
const orNull = <T, R>(value: T | undefined, map: (value: T) => R): R | null =>
  value === undefined ? null : map(value);

export function toSystemHealth(report: HealthReport, texts: Texts): SystemHealthResponse {
  const { figures: server } = report.get(serverHealth);
  const { figures: database } = report.get(databaseHealth);
  const { figures: storage } = report.get(storageHealth);
  const { figures: backups } = report.get(backupHealth);
  const { figures: mail } = report.get(mailHealth);
  return {
    server_status: report.status,
    database_status: report.getStatus(databaseHealth),
    response_time: orNull(database.roundTripMs, (milliseconds) => round(milliseconds, 1)),
    is_read_only: database.isReadOnly ?? null,
    storage_used_gb: orNull(storage.usedBytes, toGigabytes),
    storage_used_bytes: storage.usedBytes ?? null,
    storage_total_gb: orNull(storage.totalBytes, toGigabytes),
    last_backup: backups.lastBackup?.toISOString() ?? null,
    last_verified_restore: backups.lastVerified?.verified_at.toISOString() ?? null,
    backups: orNull(report.getFigures(backupHealth), toBackups),
    security_alerts: report.alerts.filter(({ area }) => area === 'security').length,
    ssl_status: report.get(transportHealth).figures.encryption ?? 'unconfirmed',
    alerts: report.alerts.map(({ code, area, detail }) => ({ code, area, detail: detail(texts) })),
    version: VERSION,
    uptime_seconds: server.uptimeSeconds ?? null,
    event_loop_delay_ms: server.eventLoopDelayMs ?? null,
    is_mail_configured: mail.isConfigured ?? null,
    mail: {
      status: mail.status ?? null,
      last_delivered_at: mail.lastDeliveredAt?.toISOString() ?? null,
      last_failed_at: mail.lastFailedAt?.toISOString() ?? null,
    },
    disk: orNull(report.getFigures(diskHealth), toDisk),
    jobs: orNull(report.getFigures(jobsHealth), toJobs),
    security: orNull(report.getFigures(signInHealth), toSecurity),
    replicas: orNull(report.getFigures(replicaHealth), toReplicas),
  };
}

const toBackups = ({ hasFailed, isFileMissing, missingFiles, lastVerified }: BackupFigures) => ({
  has_failed: hasFailed,
  is_file_missing: isFileMissing,
  missing_files: missingFiles,
  last_verified: lastVerified && {
    name: lastVerified.name,
    created_at: lastVerified.created_at?.toISOString() ?? null,
    verified_at: lastVerified.verified_at.toISOString(),
  },
});

const toDisk = ({ freeBytes, totalBytes }: DiskFigures) => ({
  free_gb: toGigabytes(freeBytes),
  total_gb: toGigabytes(totalBytes),
});

const toReplicas = ({ replicas }: ReplicaFigures) =>
  replicas.map(({ state, lagSeconds }) => ({
    state,
    lag_seconds: lagSeconds === null ? null : round(lagSeconds, 3),
  }));

const toJobs = ({ waiting, delayed, running, failed, lagSeconds }: JobFigures) => ({
  waiting,
  delayed,
  running,
  failed,
  lag_seconds: lagSeconds,
});

const toSecurity = (signIn: SignInFigures) => ({
  failed_sign_ins: signIn.failedSignIns,
  locked_accounts: signIn.lockedAccounts,
  administrators: signIn.administrators,
  administrators_without_passkey: signIn.administratorsWithoutPasskey,
});
