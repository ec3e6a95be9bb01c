import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { translateBackupError } from '../../../platform/backup/backup-runner.js';
import { Backups } from '../../../platform/backup/backups.js';
import type { BackupRow } from '../../../platform/backup/backups.repository.js';
import { BackupStorage } from '../../../platform/backup/backup-storage.js';
import { Database } from '../../../platform/database/database.js';
import { requestedSpan } from '../../../platform/files/file-sender.js';
import { conflict, DomainError } from '../../../platform/errors/domain-error.js';
import { skipCompression } from '../../../platform/http/server/responses.js';
import { LOGGER } from '../../../platform/logging/logger.js';
import { HealthChecks } from '../../../platform/monitoring/health-checks.js';
import { AuthFacade } from '../../auth/index.js';

/** The backup of a small hub is complete in this time; that of a large one continues. */
const WAIT_MS = 4000;
const POLL_MS = 100;
/** Requests of parts within this time belong to one download. */
const DOWNLOAD_MS = 10 * 60_000;

const fileMissing = () => new DomainError(404, 'backup_file_missing', (texts) => texts.admin.backupFileMissing);

/** Backups on behalf of administrators. */
@Injectable()
export class BackupsService {
  constructor(
    private readonly database: Database,
    private readonly backups: Backups,
    private readonly storage: BackupStorage,
    private readonly auth: AuthFacade,
    private readonly audit: Audit,
    private readonly health: HealthChecks,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Begins a backup and waits some seconds for its end.
   * @throws 409 while another one runs, 503 when it failed meanwhile
   */
  async create(actor: Actor): Promise<BackupRow> {
    const { id } = await this.database.transaction(async () => {
      const row = await this.backups.request({ requestedById: actor.userId });
      await this.auditAction(actor, 'backup.requested', row);
      return row;
    });
    const until = Date.now() + WAIT_MS;
    for (;;) {
      const row = await this.backups.get(id);
      if (row.status !== 'running') this.health.invalidate();
      if (row.status === 'failed')
        throw new DomainError(503, 'backup_failed', (texts) =>
          texts.admin.backupFailed(translateBackupError(row.error ?? '', texts)),
        );
      if (row.status === 'complete' || Date.now() > until) return row;
      await sleep(POLL_MS);
    }
  }

  /** The archive first, since a transaction cannot bring it back. @throws 404; 409 while it runs */
  async delete(actor: Actor, id: string): Promise<void> {
    const row = await this.backups.delete(id);
    this.health.invalidate();
    await this.auditAction(actor, 'backup.deleted', row);
  }

  /** The names of all archives in the storage; undefined when it cannot be listed. */
  async listArchives(): Promise<ReadonlySet<string> | undefined> {
    try {
      return await this.storage.list();
    } catch (error) {
      this.logger.warn({ err: error }, 'the archives in the storage could not be listed');
      return undefined;
    }
  }

  /**
   * Sends an archive, which contains everything that the hub stores.
   * @throws 403 recent_sign_in_required, 404, 409 when it is not complete, 416
   */
  async sendArchive(actor: Actor, id: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.auth.requireRecentSignIn(actor);
    const row = await this.backups.get(id);
    if (row.status !== 'complete') throw conflict('backup_incomplete', (texts) => texts.admin.backupIncomplete);
    const found = await this.storage.stat(row.name);
    if (!found) throw fileMissing();
    skipCompression(request);
    const etag = `"${row.sha256}"`;
    const span = requestedSpan(request, etag, found.size, reply);
    const isHead = request.method === 'HEAD';
    const content = isHead ? Readable.from([]) : await this.storage.read(row.name, span);
    if (!content) throw fileMissing();
    if (!isHead) await this.recordDownload(actor, row, (span?.start ?? 0) > 0);
    void reply.headers({
      'Content-Type': 'application/zstd',
      'Content-Disposition': `attachment; filename="${row.name}"`,
      'Content-Length': String(span ? span.end - span.start + 1 : found.size),
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'private, no-store',
      ETag: etag,
      ...(span && { 'Content-Range': `bytes ${span.start}-${span.end}/${found.size}` }),
    });
    void reply.code(span ? 206 : 200).send(content);
  }

  /** @param isPart whether the beginning was not requested: further parts of a recorded download add no entry */
  private async recordDownload(actor: Actor, row: BackupRow, isPart: boolean): Promise<void> {
    if (isPart && (await this.hasRecentDownload(actor, row))) return;
    await this.auditAction(actor, 'backup.downloaded', row);
  }

  private async hasRecentDownload({ userId: actor }: Actor, { id }: BackupRow): Promise<boolean> {
    const from = new Date(Date.now() - DOWNLOAD_MS);
    const filter = { actor, action: 'backup.downloaded', subject_id: id, from };
    return (await this.audit.list({ ...filter, limit: 1 })).rows.length > 0;
  }

  private async auditAction(actor: Actor, action: string, { id, name }: BackupRow): Promise<void> {
    await this.audit.record({ actor, action, subject: { type: 'backup', id }, after: { name } });
  }
}
