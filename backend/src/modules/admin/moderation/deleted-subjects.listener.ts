import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Events } from '../../../platform/events/events.js';
import { commentDeleted, contentKinds, itemDeleted } from '../../content/index.js';
import { postDeleted, postsMoved, threadDeleted } from '../../forum/index.js';
import { type ClosingReason, reportsClosed } from './moderation.events.js';
import { type ReportedSubject, ReportedSubjectsService, type ReportedType } from './reported-subjects.service.js';
import { ReportsRepository } from './reports.repository.js';

/** Closes the open reports of what was deleted, also of comments and posts that were deleted with what they are on. */
@Injectable()
export class DeletedSubjectsListener implements OnModuleInit {
  constructor(
    private readonly events: Events,
    private readonly subjects: ReportedSubjectsService,
    private readonly reports: ReportsRepository,
  ) {}

  onModuleInit(): void {
    const { events } = this;
    for (const kind of contentKinds)
      events.on(itemDeleted[kind], 'close-reports', async ({ id }) => this.close({ type: kind, id }, 'comment'));
    events.on(commentDeleted, 'close-reports', async ({ id }) => this.close({ type: 'comment', id }));
    events.on(threadDeleted, 'close-reports', async ({ id }) => this.close({ type: 'thread', id }, 'post'));
    events.on(postsMoved, 'close-reports', async ({ action, fromId }) => {
      // Its posts are in the other thread now; their own reports stay open.
      if (action === 'merged') await this.closeReports({ type: 'thread', id: fromId }, 'merged');
    });
    events.on(postDeleted, 'close-reports', async ({ id }) => this.close({ type: 'post', id }));
  }

  /** @param contained the type of what was deleted with the subject */
  private async close(subject: ReportedSubject, contained?: ReportedType): Promise<void> {
    await this.closeReports(subject, 'deleted');
    if (!contained) return;
    const reported = await this.reports.listOpenSubjects(contained);
    for (const id of await this.subjects.listDeleted(contained, reported))
      await this.closeReports({ type: contained, id }, 'deleted');
  }

  /** Upheld: what the reporters complained about is gone. */
  private async closeReports(subject: ReportedSubject, reason: ClosingReason): Promise<void> {
    const reporterIds = await this.reports.close(subject, 'UPHELD', null);
    if (reporterIds.length) await this.events.publish(reportsClosed, { subject, reporterIds, reason });
  }
}
