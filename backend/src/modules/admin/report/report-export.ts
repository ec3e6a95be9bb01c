import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { createCsv, type ExportFormat } from '../../../platform/http/file-export.js';
import { HealthChecks } from '../../../platform/monitoring/health-checks.js';
import { Settings, siteName } from '../../../platform/settings/settings.js';
import { toSystemHealth } from '../health/system-health.mapper.js';
import { ReportFigures } from './report-figures.js';
import type { FiguresReportResponse } from './report.dto.js';

/** Exports the figures of the hub as a file. */
@Injectable()
export class ReportExport {
  constructor(
    private readonly database: Database,
    private readonly figures: ReportFigures,
    private readonly checks: HealthChecks,
    private readonly settings: Settings,
    private readonly audit: Audit,
  ) {}

  /** Audited. @returns the content of the file */
  async create(actor: Actor, format: ExportFormat): Promise<Readable> {
    const report: FiguresReportResponse = {
      name: await this.settings.get(siteName),
      generated_at: new Date().toISOString(),
      ...(await this.figures.read()),
      health: toSystemHealth(await this.checks.getReport()),
    };
    await this.database.transaction(() =>
      this.audit.record({
        actor,
        action: 'report.exported',
        subject: { type: 'report', id: format },
      }),
    );
    return format === 'csv'
      ? createCsv(['section', 'figure', 'value'], rowsOf(report))
      : Readable.from([JSON.stringify(report, null, 2), '\n']);
  }
}

/** One row per figure. */
function* rowsOf(report: FiguresReportResponse): Generator<[section: string, figure: string, value: string | number]> {
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
