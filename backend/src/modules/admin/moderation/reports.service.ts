import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { conflict, forbidden } from '../../../platform/errors/domain-error.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { UsersFacade } from '../../auth/index.js';
import { itemHidden, itemReported } from './moderation.events.js';
import { staffPermissions, weighReport, WEIGHT_THAT_HIDES } from './report.policy.js';
import { type LockedSubject, type ReportedSubject, ReportedSubjectsService } from './reported-subjects.service.js';
import { ReportsRepository } from './reports.repository.js';
import type { Texts } from '../../../platform/language/texts.js';

/** Per user. */
const HOURLY_LIMIT = { limit: 30, windowSeconds: 3600, refusal: (texts: Texts) => texts.admin.manyReports };

/** Takes reports. The lock on their subject makes its reports and decisions run one after the other. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly database: Database,
    private readonly subjects: ReportedSubjectsService,
    private readonly reports: ReportsRepository,
    private readonly users: UsersFacade,
    private readonly audit: Audit,
    private readonly events: Events,
    private readonly rateLimiter: RateLimiter,
  ) {}

  /** @throws 403 own_item, 404, 409 already_reported, 429 */
  async create(actor: Actor, reported: ReportedSubject, reason: string): Promise<void> {
    await this.rateLimiter.consume(`reports:${actor.userId}`, HOURLY_LIMIT);
    await this.database.transaction(async () => {
      const subject = await this.subjects.lock(actor, reported);
      const { type, id, authorId } = subject;
      if (authorId === actor.id) throw forbidden((texts) => texts.admin.ownItem, 'own_item');
      const isFirst = !(await this.reports.listOpen(subject)).length;
      const weight = weighReport(actor, await this.users.getStanding(actor.userId));
      const reportId = await this.reports.insert(subject, { reporterId: actor.userId, reason, weight });
      if (!reportId) throw conflict('already_reported', (texts) => texts.admin.alreadyReported);
      if (isFirst) await this.events.publish(itemReported, { subject: { type, id }, reportId, authorId });
      await this.hideIfReportedOften(subject);
    });
  }

  /**
   * Hides what several users have reported, until a moderator decides. Reports of users who may not sign in any more
   * do not count. What a moderator has decided on is left to moderators, as is what staff wrote.
   */
  private async hideIfReportedOften(subject: LockedSubject): Promise<void> {
    if (subject.isHidden) return;
    const weights = new Map(
      (await this.reports.listOpen(subject)).map((report) => [report.reporter_id, report.weight]),
    );
    const reporters = await this.users.filterActive([...weights.keys()]);
    const weight = reporters.reduce((sum, id) => sum + (weights.get(id) ?? 0), 0);
    if (weight < WEIGHT_THAT_HIDES) return;
    if ((await this.reports.wasDecided(subject)) || (await this.wasRestored(subject))) return;
    if ((await this.users.filterHolders([subject.authorId], staffPermissions)).has(subject.authorId)) return;
    await this.subjects.hide(subject);
    const { type, id, authorId } = subject;
    await this.audit.record({
      actor: null,
      action: `${type}.hidden`,
      subject: { type, id },
      before: { is_hidden: false },
      after: { is_hidden: true, reports: reporters.length, author_id: authorId },
    });
    await this.events.publish(itemHidden, { subject: { type, id }, authorId });
  }

  /** Whether a moderator has restored the subject when it had no open reports, so that no report tells. */
  private async wasRestored({ type, id }: LockedSubject): Promise<boolean> {
    const { rows } = await this.audit.list({
      action: `${type}.restored`,
      subject_type: type,
      subject_id: id,
      limit: 1,
    });
    return rows.length > 0;
  }
}
