import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Backups } from '../../../platform/backup/backups.js';
import type { BackupRow } from '../../../platform/backup/backups.repository.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/http/errors/domain-error.js';
import { HealthChecks } from '../../../platform/monitoring/health-checks.js';

/** The backup of a small hub is complete in this time; that of a large one continues. */
const WAIT_MS = 4000;
const POLL_MS = 100;

/** Backups on behalf of administrators. */
@Injectable()
export class BackupsService {
  constructor(
    private readonly database: Database,
    private readonly backups: Backups,
    private readonly audit: Audit,
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

  private async hasRecentDownload(actor: Actor, { id }: BackupRow): Promise<boolean> {
    const recent = await this.database.one(
      `select 1 as found from audit_log
       where actor_id = $1 and subject_id = $2 and action = 'backup.downloaded'
         and created_at > now() - interval '10 minutes'
       limit 1`,
      [actor.id, id],
    );
    return recent !== undefined;
  }

  private async record(actor: Actor, action: string, { id, name }: BackupRow): Promise<void> {
    await this.audit.record({ actor, action, subject: { type: 'backup', id }, after: { name } });
  }
}
