import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { createCsv, type ExportFormat } from '../../../platform/http/file-export.js';
import { HealthChecks } from '../../../platform/monitoring/health-checks.js';
import { Settings, siteName } from '../../../platform/settings/settings.js';
import { UsersFacade } from '../../auth/index.js';
import { ContentFacade } from '../../content/index.js';
import { ForumFacade } from '../../forum/index.js';
import { toSystemHealth } from '../health/system-health.mapper.js';
import type { FiguresReportResponse } from './figures-export.dto.js';
import { sourceTexts } from '../../../platform/language/texts.js';

type Figures = Pick<FiguresReportResponse, 'totals' | 'documents_by_status' | 'videos_by_status' | 'users_by_role'>;

/** Exports the figures of the hub as a file. */
@Injectable()
export class FiguresExporter {
  constructor(
    private readonly content: ContentFacade,
    private readonly forum: ForumFacade,
    private readonly users: UsersFacade,
    private readonly checks: HealthChecks,
    private readonly settings: Settings,
    private readonly audit: Audit,
  ) {}

  /** Audited. @returns the content of the file */
  async create(actor: Actor, format: ExportFormat): Promise<Readable> {
    const report: FiguresReportResponse = {
      name: await this.settings.get(siteName),
      generated_at: new Date().toISOString(),
      ...(await this.readFigures(actor)),
      health: toSystemHealth(await this.checks.getReport(), sourceTexts),
    };
    await this.audit.record({ actor, action: 'report.exported', subject: { type: 'report', id: format } });
    return format === 'csv'
      ? createCsv(['section', 'figure', 'value'], getRows(report))
      : Readable.from([JSON.stringify(report, null, 2), '\n']);
  }

  private async readFigures(actor: Actor): Promise<Figures> {
    const [totals, statuses, forum, users, roles] = await Promise.all([
      this.content.getTotals(),
      this.content.countByStatus(),
      this.forum.getTotals(actor),
      this.users.count(),
      this.users.countByRole(),
    ]);
    return {
      totals: {
        documents: totals.documents,
        videos: totals.videos,
        users,
        views: totals.views,
        forum_categories: forum.categories,
        threads: forum.threads,
        posts: forum.posts,
      },
      documents_by_status: statuses.document,
      videos_by_status: statuses.video,
      users_by_role: roles,
    };
  }
}

/** One row per figure. */
function* getRows(report: FiguresReportResponse): Generator<[section: string, figure: string, value: string | number]> {
  const { name, generated_at, health, ...figures } = report;
  yield ['report', 'name', name];
  yield ['report', 'generated_at', generated_at];
  for (const [section, values] of Object.entries(figures))
    for (const [figure, value] of Object.entries(values)) yield [section, figure, value as number];
  const { alerts, mail, disk, jobs, security, replicas, backups, ...single } = health;
  for (const [figure, value] of Object.entries(single)) yield ['health', figure, String(value ?? '')];
  for (const [section, values] of Object.entries({ mail, disk, jobs, security }))
    for (const [figure, value] of Object.entries(values ?? {})) yield [section, figure, String(value ?? '')];
  const { last_verified: verified, ...counts } = backups ?? {};
  for (const [figure, value] of Object.entries(counts)) yield ['backups', figure, String(value)];
  yield ['backups', 'last_verified', verified?.name ?? ''];
  for (const [index, { state, lag_seconds }] of (replicas ?? []).entries()) {
    yield [`replica ${index + 1}`, 'state', state];
    yield [`replica ${index + 1}`, 'lag_seconds', lag_seconds ?? ''];
  }
  for (const { code, detail } of alerts) yield ['alerts', code, detail];
}
