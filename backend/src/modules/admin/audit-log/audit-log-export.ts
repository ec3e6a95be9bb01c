import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit, type AuditFilter, type AuditRow } from '../../../platform/audit/audit.js';
import { createCsv, createJsonArray, type ExportFormat } from '../../../platform/http/file-export.js';

const columns = [
  'id',
  'created_at',
  'actor_id',
  'actor_name',
  'action',
  'subject_type',
  'subject_id',
  'before',
  'after',
];

const toRecord = (row: AuditRow) => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  actor_id: row.actor_id,
  actor_name: row.actor_name,
  action: row.action,
  subject_type: row.subject_type,
  subject_id: row.subject_id,
  before: row.before,
  after: row.after,
});

/** The audit log as a file. The entries are streamed, so the log may be of any size. */
@Injectable()
export class AuditLogExport {
  constructor(private readonly audit: Audit) {}

  /** Records the export, then returns the file as a stream. */
  async open(actor: Actor, filter: AuditFilter, format: ExportFormat): Promise<Readable> {
    // The file ends before the entry of its own export.
    const until = new Date();
    await this.audit.record({
      actor,
      action: 'audit_log.exported',
      subject: { type: 'audit_log', id: 'all' },
      after: { format, ...filter },
    });
    const rows = this.audit.iterate({ ...filter, to: filter.to && filter.to < until ? filter.to : until });
    return format === 'csv' ? createCsv(columns, toRecords(rows)) : createJsonArray(toRecords(rows));
  }
}

async function* toRecords(rows: AsyncIterable<AuditRow>) {
  for await (const row of rows) yield toRecord(row);
}
