import { Injectable, type OnModuleInit } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { ContentFacade } from '../../content/index.js';
import { ForumFacade } from '../../forum/index.js';
import { type AuditLogResponse, toAuditEntry } from './audit-log.dto.js';
import type { Readable } from 'node:stream';
import { Audit, type AuditFilter, type AuditPageQuery, type AuditRow } from '../../../platform/audit/audit.js';
import { createCsv, createJsonArray, type ExportFormat } from '../../../platform/http/file-export.js';
import { z } from 'zod';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { defineSetting, Settings } from '../../../platform/settings/settings.js';

const PAGE_SIZE = 50;

/** The types whose titles the content facade reads; the forum facade reads those below. */
const contentTypes = new Set(['document', 'video']);

const forumTypes = new Set(['thread', 'post']);

/**
 * After how many days entries of the audit log are deleted; 0 keeps them. By default nothing is deleted: entries are
 * few, and deleting evidence should be an explicit decision.
 */
export const auditRetentionDays = defineSetting('audit.retention_days', z.number().int().min(0).max(36_500), 0);

/** The columns of exported files, in this order. */
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

const DAY_MS = 24 * 3600_000;

/** Shows, exports and, if the setting says so, deletes entries of the audit log. */
@Injectable()
export class AuditLogService implements OnModuleInit {
  constructor(
    private readonly content: ContentFacade,
    private readonly forum: ForumFacade,
    private readonly audit: Audit,
    private readonly jobs: Jobs,
    private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.settings.register('retention', [auditRetentionDays]);
    this.jobs.define('audit-log.sweep', () => this.sweep(), { cron: '23 3 * * *' });
  }

  /** One statement, and one for each of content and forum whose subjects are on the page. */
  async list(actor: Actor, query: Omit<AuditPageQuery, 'limit'>): Promise<AuditLogResponse> {
    const { rows, before, after } = await this.audit.list({ ...query, limit: PAGE_SIZE });
    const listIds = (types: ReadonlySet<string>) => [
      ...new Set(
        rows.flatMap((row) => (types.has(row.subject_type) && isUuid(row.subject_id) ? [row.subject_id] : [])),
      ),
    ];
    const [items, posts] = [listIds(contentTypes), listIds(forumTypes)];
    const found = await Promise.all([
      this.content.visibleCaptions(items, actor),
      posts.length ? this.forum.visibleCaptions(posts, actor) : [],
    ]);
    const captions = new Map<string, { title: string; path: string }>(found.flatMap((each) => [...each]));
    return {
      entries: rows.map((row) => toAuditEntry(row, captions.get(row.subject_id))),
      next: before,
      previous: after,
    };
  }

  /** Records the export, then returns the file as a stream. */
  async export(actor: Actor, filter: AuditFilter, format: ExportFormat): Promise<Readable> {
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

  async sweep(now = new Date()): Promise<void> {
    const days = await this.settings.get(auditRetentionDays);
    if (days === 0) return;
    const before = new Date(now.getTime() - days * DAY_MS);
    const deleted = await this.audit.prune(before);
    if (deleted === 0) return;
    await this.audit.record({
      actor: null,
      action: 'audit_log.trimmed',
      subject: { type: 'audit_log', id: 'all' },
      after: { deleted, before: before.toISOString(), retention_days: days },
    });
  }
}

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

async function* toRecords(rows: AsyncIterable<AuditRow>) {
  for await (const row of rows) yield toRecord(row);
}
