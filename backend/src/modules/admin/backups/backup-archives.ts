import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Actor } from '../../../platform/access/actor.js';
import { Backups } from '../../../platform/backup/backups.js';
import { BackupStorage } from '../../../platform/backup/backup-storage.js';
import { requestedSpan } from '../../../platform/files/file-sender.js';
import { conflict, DomainError } from '../../../platform/http/errors/domain-error.js';
import { skipCompression } from '../../../platform/http/server/compression.js';
import { LOGGER } from '../../../platform/logging/logging.module.js';
import { RecentSignIn } from '../../auth/index.js';
import { BackupsService } from './backups.service.js';

const fileMissing = () =>
  new DomainError(404, 'backup_file_missing', 'The file of this backup is gone. Create a new backup.');

/** Lists and sends archives, which contain everything that the hub stores. */
@Injectable()
export class BackupArchives {
  constructor(
    private readonly backups: Backups,
    private readonly storage: BackupStorage,
    private readonly recentSignIn: RecentSignIn,
    private readonly service: BackupsService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The names of all archives in the storage; undefined when it cannot be listed. */
  async list(): Promise<ReadonlySet<string> | undefined> {
    try {
      return await this.storage.list();
    } catch (error) {
      this.logger.warn({ err: error }, 'the archives in the storage could not be listed');
      return undefined;
    }
  }

  /** @throws 403 recent_sign_in_required, 404, 409 when it is not complete, 416 */
  async send(actor: Actor, id: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.recentSignIn.require(actor);
    const row = await this.backups.get(id);
    if (row.status !== 'complete') throw conflict('backup_incomplete', 'This backup is not complete.');
    const found = await this.storage.stat(row.name);
    if (!found) throw fileMissing();
    skipCompression(request);
    const etag = `"${row.sha256}"`;
    const span = requestedSpan(request, etag, found.size, reply);
    const isHead = request.method === 'HEAD';
    const content = isHead ? Readable.from([]) : await this.storage.read(row.name, span);
    if (!content) throw fileMissing();
    if (!isHead) await this.service.recordDownload(actor, row, (span?.start ?? 0) > 0);
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
}
