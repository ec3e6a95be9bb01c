import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { AuditLog } from '../../../platform/audit/audit-log.js';
import { Events } from '../../../platform/events/events.js';
import { UsersFacade } from '../../auth/index.js';
import { itemHidden } from './moderation.events.js';
import { type LockedSubject, ReportedSubjects } from './reported-subjects.js';
import { ReportsRepository } from './reports.repository.js';
import { type ReportWeight, staffPermissions, weighReport, WEIGHT_THAT_HIDES } from './report.policy.js';

/** Hides what several users have reported, until a moderator decides. */
@Injectable()
export class AutomaticHiding {
  constructor(
    private readonly subjects: ReportedSubjects,
    private readonly reports: ReportsRepository,
    private readonly users: UsersFacade,
    private readonly audit: Audit,
    private readonly auditLog: AuditLog,
    private readonly events: Events,
  ) {}

  /** The weight of a report that the actor sends now. */
  async weigh(actor: Actor): Promise<ReportWeight> {
    return weighReport(actor, await this.users.getStanding(actor.userId));
  }

  /**
   * Joins the caller's transaction. Reports of users who may not sign in any more do not count. What a moderator has
   * decided on is left to moderators, as is what staff wrote.
   */
  async hideIfReportedOften(subject: LockedSubject): Promise<void> {
    if (subject.isHidden) return;
    const weights = await this.reports.listOpenWeights(subject);
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
    const { rows } = await this.auditLog.list({
      action: `${type}.restored`,
      subject_type: type,
      subject_id: id,
      limit: 1,
    });
    return rows.length > 0;
  }
}
