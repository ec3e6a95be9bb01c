import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Events } from '../../../platform/events/events.js';
import { UsersFacade } from '../../auth/index.js';
import { itemHidden } from './moderation.events.js';
import { type LockedSubject, ReportedSubjects } from './reported-subjects.js';
import { ReportsRepository } from './reports.repository.js';

/** The number of users with an open report that hides an item. */
const REPORTS_THAT_HIDE = 3;

/** Hides what several users have reported, until a moderator decides. */
@Injectable()
export class AutomaticHiding {
  constructor(
    private readonly subjects: ReportedSubjects,
    private readonly reports: ReportsRepository,
    private readonly users: UsersFacade,
    private readonly audit: Audit,
    private readonly events: Events,
  ) {}

  /** Joins the caller's transaction. Users who may not sign in any more do not count. */
  async hideIfReportedOften(subject: LockedSubject): Promise<void> {
    if (subject.isHidden) return;
    const reporters = await this.users.filterActive(await this.reports.listOpenReporters(subject));
    if (reporters.length < REPORTS_THAT_HIDE) return;
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
}
