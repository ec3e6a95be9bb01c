import { Injectable, type OnModuleInit } from '@nestjs/common';
import { defineHealthCheck, type HealthAlert, HealthChecks, type HealthFinding } from '../monitoring/health-checks.js';
import { BackupStorage } from './backup-storage.js';
import { type BackupHistory, BackupsRepository, type VerifiedBackup } from './backups.repository.js';
import type { Localized } from '../language/texts.js';

export interface BackupFigures {
  /** end of the latest complete backup whose archive is in the storage */
  lastBackup: Date | null;
  /** whether the latest finished backup failed */
  hasFailed: boolean;
  /** whether the archive of the latest complete backup is gone */
  isFileMissing: boolean;
  /** stored files that the latest complete backup lacks */
  missingFiles: number;
  lastVerified: VerifiedBackup | null;
}

export const backupHealth = defineHealthCheck<BackupFigures>('backups');

/** A day, and half of one for a long backup and a hub that was off. */
const LATE_MS = 36 * 3600_000;

/** Reports whether backups are made, and whether the newest one is complete and there. */
@Injectable()
export class BackupHealth implements OnModuleInit {
  constructor(
    private readonly checks: HealthChecks,
    private readonly repository: BackupsRepository,
    private readonly archives: BackupStorage,
  ) {}

  onModuleInit(): void {
    this.checks.register(backupHealth, () => this.measure(), {
      gauges: [
        {
          name: 'backup_age_seconds',
          help: 'Time since the end of the latest complete backup in seconds; missing before the first one',
          value: ({ lastBackup }) => lastBackup && (Date.now() - lastBackup.getTime()) / 1000,
        },
        {
          name: 'backup_failed',
          help: 'Whether the latest backup failed (1) or not (0)',
          value: ({ hasFailed }) => Number(hasFailed),
        },
        {
          name: 'backup_missing_files',
          help: 'Stored files that the latest complete backup lacks, because the storage had lost them',
          value: ({ missingFiles }) => missingFiles,
        },
      ],
    });
  }

  /** @throws when the database or the storage of the archives is unavailable */
  async measure(now = Date.now()): Promise<HealthFinding<BackupFigures>> {
    const history = await this.repository.getHistory();
    const newest = history.complete[0];
    const present = await this.findPresent(history);
    const figures: BackupFigures = {
      lastBackup: present?.finished_at ?? null,
      hasFailed: history.last_failed,
      isFileMissing: newest !== present,
      missingFiles: newest?.missing_files ?? 0,
      lastVerified: history.verified,
    };
    const alerts = listAlerts(figures, history, now);
    return { status: alerts.length ? 'degraded' : 'healthy', figures, alerts };
  }

  /** The newest complete backup whose archive is in the storage, as a rule the first one. */
  private async findPresent({ complete }: BackupHistory): Promise<BackupHistory['complete'][number] | undefined> {
    for (const backup of complete) if (await this.archives.stat(backup.name)) return backup;
    return undefined;
  }
}

function listAlerts(figures: BackupFigures, history: BackupHistory, now: number): HealthAlert[] {
  const alerts: HealthAlert[] = [];
  const add = (code: string, detail: Localized) => alerts.push({ code, area: 'operation', detail });
  const problem = describeProblem(figures, history, now);
  if (problem) add('backup', problem);
  if (figures.isFileMissing) add('backup_file_missing', ({ health }) => health.alerts.backupFileMissing);
  if (figures.missingFiles) {
    const count = figures.missingFiles;
    add('backup_incomplete', ({ health }) => health.alerts.backupIncomplete(count));
  }
  return alerts;
}

function describeProblem(
  { hasFailed, lastBackup }: BackupFigures,
  { since, is_daily }: BackupHistory,
  now: number,
): Localized | undefined {
  if (hasFailed) return ({ health }) => health.alerts.backupFailed;
  if (!is_daily) return undefined;
  // A new hub, and a restored one, has some time for its first backup.
  const from = lastBackup ?? since;
  if (!from || now - from.getTime() < LATE_MS) return undefined;
  return ({ health }) =>
    lastBackup ? health.alerts.backupLate(lastBackup.toISOString().slice(0, 10)) : health.alerts.noBackup;
}
