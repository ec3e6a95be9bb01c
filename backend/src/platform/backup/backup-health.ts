import { Injectable, type OnModuleInit } from '@nestjs/common';
import { defineHealthCheck, type HealthAlert, HealthChecks, type HealthFinding } from '../monitoring/health-checks.js';
import { type BackupHistory, BackupsRepository } from './backups.repository.js';

export interface BackupFigures {
  /** the latest complete backup */
  lastBackup: Date | null;
  /** the latest restore into a scratch database that was equal to its archive */
  lastVerified: Date | null;
}

export const backupHealth = defineHealthCheck<BackupFigures>('backups');

/** A day, and half of one for a long backup and a hub that was off. */
const LATE_MS = 36 * 3600_000;

/** Reports whether backups are made. */
@Injectable()
export class BackupHealth implements OnModuleInit {
  constructor(
    private readonly checks: HealthChecks,
    private readonly repository: BackupsRepository,
  ) {}

  onModuleInit(): void {
    this.checks.register(backupHealth, () => this.measure());
  }

  async measure(now = Date.now()): Promise<HealthFinding<BackupFigures>> {
    const history = await this.repository.getHistory();
    const detail = describeProblem(history, now);
    const alerts: HealthAlert[] = detail ? [{ code: 'backup', area: 'operation', detail }] : [];
    return { figures: { lastBackup: history.last_complete, lastVerified: history.last_verified }, alerts };
  }
}

function describeProblem(
  { last_complete, last_failed, since, is_daily }: BackupHistory,
  now: number,
): string | undefined {
  if (last_failed) return 'The last backup failed. The list of backups on the dashboard says why.';
  if (!is_daily) return undefined;
  // A new hub, and a restored one, has some time for its first backup.
  const from = last_complete ?? since;
  if (!from || now - from.getTime() < LATE_MS) return undefined;
  return last_complete
    ? `The last complete backup is from ${last_complete.toISOString().slice(0, 10)}, although one is made every day.`
    : 'There is no complete backup yet, although one is made every day.';
}
