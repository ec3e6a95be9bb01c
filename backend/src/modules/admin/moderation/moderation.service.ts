import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { conflict, forbidden } from '../../../platform/errors/domain-error.js';
import { ModerationAccess } from './moderation-access.js';
import { type Decision, itemRestored, reportsDecided } from './moderation.events.js';
import {
  type LockedSubject,
  type ReportedSubject,
  ReportedSubjectsService,
  type ReportedType,
  reportedTypes,
} from './reported-subjects.service.js';
import { type ClosedState, ReportsRepository } from './reports.repository.js';
import { sql } from 'kysely';
import { ModerationQueueRegistry, type PendingItem } from '../../../platform/moderation/queue-registry.js';

const states: Record<Decision, ClosedState> = { dismiss: 'DISMISSED', uphold: 'UPHELD' };

const PERMISSION = 'moderation.handle';

/** Decisions of moderators on reported items. */
@Injectable()
export class ModerationService {
  constructor(
    private readonly database: Database,
    private readonly subjects: ReportedSubjectsService,
    private readonly reports: ReportsRepository,
    private readonly access: ModerationAccess,
    private readonly audit: Audit,
    private readonly events: Events,
    queue: ModerationQueueRegistry,
  ) {
    for (const type of reportedTypes)
      queue.register({
        type,
        reason: 'report',
        viewPermissions: [PERMISSION],
        decidePermission: PERMISSION,
        selectPending: () => selectReported(type),
        decide: (actor, { id, action, note }) =>
          this.decide(actor, { type, id }, action === 'approve' ? 'dismiss' : 'uphold', note),
      });
  }

  /**
   * Closes all open reports of an item: dismissed ones restore it, upheld ones hide it.
   * @param note for the author, who learns of decisions that hide or restore the item
   * @throws 403, 403 own_content, 404, 409 already_decided when there are no open reports
   */
  async decide(actor: Actor, reported: ReportedSubject, decision: Decision, note = ''): Promise<void> {
    await this.access.requireAny(actor, PERMISSION);
    await this.database.transaction(async () => {
      const subject = await this.lock(actor, reported);
      const reporterIds = await this.reports.close(subject, states[decision], actor.userId);
      if (!reporterIds.length) throw conflict('already_decided', (texts) => texts.admin.noOpenReports);
      const { type, id, authorId, isHidden: wasHidden } = subject;
      if (decision === 'uphold' && !wasHidden) await this.subjects.hide(subject);
      if (decision === 'dismiss' && wasHidden) await this.subjects.restore(subject);
      await this.auditDecision(actor, subject, decision, { reports: reporterIds.length, note });
      await this.events.publish(reportsDecided, {
        subject: { type, id },
        authorId,
        actorId: actor.userId,
        reporterIds,
        decision,
        wasHidden,
        note,
      });
    });
  }

  /**
   * Shows a hidden item again, whether reports or a moderator hid it. Its open reports are dismissed; decisions on
   * former ones stay as they are.
   * @throws 403, 403 own_content, 404, 409 not_hidden
   */
  async restore(actor: Actor, reported: ReportedSubject, note = ''): Promise<void> {
    await this.access.requireAny(actor, PERMISSION);
    await this.database.transaction(async () => {
      const subject = await this.lock(actor, reported);
      if (!subject.isHidden) throw conflict('not_hidden', (texts) => texts.admin.notHidden);
      if ((await this.reports.listOpen(subject)).length) return this.decide(actor, subject, 'dismiss', note);
      await this.subjects.restore(subject);
      const { type, id, authorId } = subject;
      await this.audit.record({
        actor,
        action: `${type}.restored`,
        subject: { type, id },
        before: { is_hidden: true },
        after: { is_hidden: false, author_id: authorId, ...(note && { note }) },
      });
      await this.events.publish(itemRestored, { subject: { type, id }, authorId, actorId: actor.userId, note });
    });
  }

  private async lock(actor: Actor, reported: ReportedSubject): Promise<LockedSubject> {
    const subject = await this.subjects.lock(actor, reported);
    await this.access.require(actor, [PERMISSION], subject);
    if (subject.authorId === actor.id && !canModerateOwn(actor))
      throw forbidden((texts) => texts.admin.ownContent, 'own_content');
    return subject;
  }

  private async auditDecision(
    actor: Actor,
    subject: LockedSubject,
    decision: Decision,
    { reports, note }: { reports: number; note: string },
  ): Promise<void> {
    const { type, id, authorId, isHidden } = subject;
    await this.audit.record({
      actor,
      action: `${type}.reports_${decision === 'uphold' ? 'upheld' : 'dismissed'}`,
      subject: { type, id },
      before: { is_hidden: isHidden },
      after: { is_hidden: decision === 'uphold', reports, author_id: authorId, ...(note && { note }) },
    });
  }
}

/** Reports about own content are for other moderators; an administrator may be the only one. */
export const canModerateOwn = (actor: Actor): boolean => actor.can('system.manage');

/** One row per item: its first open report. */
const selectReported = (type: ReportedType) => sql<PendingItem>`
  select r.subject_id as id, r.created_at, null::uuid as author_id, null::uuid as revision_id, true as can_decide
  from reports r
  where r.subject_type = ${sql.lit(type)} and r.state = 'OPEN' and not exists (
    select 1 from reports e
    where e.subject_type = r.subject_type and e.subject_id = r.subject_id and e.state = 'OPEN' and e.id < r.id)`;
