import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { AuditLog } from '../../../platform/audit/audit-log.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Backups } from '../../../platform/backup/backups.js';
import type { BackupRow } from '../../../platform/backup/backups.repository.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/http/errors/domain-error.js';
import { HealthChecks } from '../../../platform/monitoring/health-checks.js';

/** The backup of a small hub is complete in this time; that of a large one continues. */
const WAIT_MS = 4000;
const POLL_MS = 100;
/** Requests of parts within this time belong to one download. */
const DOWNLOAD_MS = 10 * 60_000;

/** Backups on behalf of administrators. */
@Injectable()
export class BackupsService {
  constructor(
    private readonly database: Database,
    private readonly backups: Backups,
    private readonly audit: Audit,
    private readonly auditLog: AuditLog,
    private readonly health: HealthChecks,
  ) {}

  /**
   * Begins a backup and waits some seconds for its end.
   * @throws 409 while another one runs, 503 when it failed meanwhile
   */
  async create(actor: Actor): Promise<BackupRow> {
    const { id } = await this.database.transaction(async () => {
      const row = await this.backups.request({ requestedById: actor.userId });
      await this.record(actor, 'backup.requested', row);
      return row;
    });
    const until = Date.now() + WAIT_MS;
    for (;;) {
      const row = await this.backups.get(id);
      if (row.status !== 'running') this.health.invalidate();
      if (row.status === 'failed') throw new DomainError(503, 'backup_failed', `The backup failed. ${row.error ?? ''}`);
      if (row.status === 'complete' || Date.now() > until) return row;
      await sleep(POLL_MS);
    }
  }

  /** The archive first, since a transaction cannot bring it back. @throws 404; 409 while it runs */
  async delete(actor: Actor, id: string): Promise<void> {
    const row = await this.backups.delete(id);
    this.health.invalidate();
    await this.record(actor, 'backup.deleted', row);
  }

  /** @param isPart whether the beginning was not requested: further parts of a recorded download add no entry */
  async recordDownload(actor: Actor, row: BackupRow, isPart: boolean): Promise<void> {
    if (isPart && (await this.hasRecentDownload(actor, row))) return;
    await this.record(actor, 'backup.downloaded', row);
  }

  private async hasRecentDownload({ userId: actor }: Actor, { id }: BackupRow): Promise<boolean> {
    const from = new Date(Date.now() - DOWNLOAD_MS);
    const filter = { actor, action: 'backup.downloaded', subject_id: id, from };
    return (await this.auditLog.list({ ...filter, limit: 1 })).rows.length > 0;
  }

  private async record(actor: Actor, action: string, { id, name }: BackupRow): Promise<void> {
    await this.audit.record({ actor, action, subject: { type: 'backup', id }, after: { name } });
  }
}
