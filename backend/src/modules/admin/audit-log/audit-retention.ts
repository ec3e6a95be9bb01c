import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Audit } from '../../../platform/audit/audit.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { defineSetting, Settings } from '../../../platform/settings/settings.js';

/**
 * After how many days entries of the audit log are deleted; 0 keeps them. By default nothing is deleted: entries are
 * few, and deleting evidence should be an explicit decision.
 */
export const auditRetentionDays = defineSetting('audit.retention_days', z.number().int().min(0).max(36_500), 0);

const DAY_MS = 24 * 3600_000;

/** Deletes old entries of the audit log every day, if the setting says so. */
@Injectable()
export class AuditRetention implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly settings: Settings,
    private readonly audit: Audit,
  ) {}

  onModuleInit(): void {
    this.settings.register('retention', [auditRetentionDays]);
    this.jobs.define('audit-log.sweep', () => this.sweep(), { cron: '23 3 * * *' });
  }

  async sweep(now = new Date()): Promise<void> {
    const days = await this.settings.get(auditRetentionDays);
    if (days === 0) return;
    const before = new Date(now.getTime() - days * DAY_MS);
    const deleted = await this.audit.deleteBefore(before);
    if (deleted === 0) return;
    await this.audit.record({
      actor: null,
      action: 'audit_log.trimmed',
      subject: { type: 'audit_log', id: 'all' },
      after: { deleted, before: before.toISOString(), retention_days: days },
    });
  }
}
