import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { conflict } from '../../../platform/http/errors/domain-error.js';
import { type Decision, reportsDecided } from './moderation.events.js';
import { type LockedSubject, ReportedSubjects } from './reported-subjects.js';
import type { ReportedSubject } from './reported-types.js';
import { type ClosedState, ReportsRepository } from './reports.repository.js';

const states: Record<Decision, ClosedState> = { dismiss: 'DISMISSED', uphold: 'UPHELD' };

/** Decisions of moderators on reported items. */
@Injectable()
export class ModerationService {
  constructor(
    private readonly database: Database,
    private readonly subjects: ReportedSubjects,
    private readonly reports: ReportsRepository,
    private readonly permissions: PermissionDirectory,
    private readonly audit: Audit,
    private readonly events: Events,
  ) {}

  /**
   * Closes all open reports of an item: dismissed ones restore it, upheld ones hide it.
   * @throws 403, 404, 409 already_decided when there are no open reports
   */
  async decide(actor: Actor, reported: ReportedSubject, decision: Decision): Promise<void> {
    if (!actor.can('moderation.handle')) throw await missingPermission(this.permissions, actor, 'moderation.handle');
    await this.database.transaction(async () => {
      const subject = await this.subjects.lock(actor, reported);
      const reporterIds = await this.reports.close(subject, states[decision], actor.userId);
      if (!reporterIds.length)
        throw conflict('already_decided', 'The reports of this have been decided on already, or there are none.');
      const { type, id, authorId, isHidden: wasHidden } = subject;
      if (decision === 'uphold' && !wasHidden) await this.subjects.hide(subject);
      if (decision === 'dismiss' && wasHidden) await this.subjects.restore(subject);
      await this.record(actor, subject, decision, reporterIds.length);
      await this.events.publish(reportsDecided, {
        subject: { type, id },
        authorId,
        actorId: actor.userId,
        reporterIds,
        decision,
        wasHidden,
      });
    });
  }

  private async record(actor: Actor, subject: LockedSubject, decision: Decision, reports: number): Promise<void> {
    const { type, id, authorId, isHidden } = subject;
    await this.audit.record({
      actor,
      action: `${type}.reports_${decision === 'uphold' ? 'upheld' : 'dismissed'}`,
      subject: { type, id },
      before: { is_hidden: isHidden },
      after: { is_hidden: decision === 'uphold', reports, author_id: authorId },
    });
  }
}
