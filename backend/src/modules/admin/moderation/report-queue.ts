import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { ModerationQueueRegistry, type PendingItem } from '../../../platform/moderation/queue-registry.js';
import { ModerationService } from './moderation.service.js';
import { type ReportedType, reportedTypes } from './reported-subjects.js';

/** Items with open reports, for the moderation queue. */
@Injectable()
export class ReportQueue {
  constructor(moderation: ModerationService, queue: ModerationQueueRegistry) {
    for (const type of reportedTypes)
      queue.register({
        type,
        reason: 'report',
        permissions: ['moderation.handle'],
        deciders: 'moderation.handle',
        selectPending: () => selectReported(type),
        decide: (actor, { id, action, note }) =>
          moderation.decide(actor, { type, id }, action === 'approve' ? 'dismiss' : 'uphold', note),
      });
  }
}

/** The first open report of each item stands for all of them. */
const selectReported = (type: ReportedType) => sql<PendingItem>`
  select r.subject_id as id, r.created_at, null::uuid as author_id, null::uuid as revision_id, true as can_decide
  from reports r
  where r.subject_type = ${sql.lit(type)} and r.state = 'OPEN' and not exists (
    select 1 from reports e
    where e.subject_type = r.subject_type and e.subject_id = r.subject_id and e.state = 'OPEN' and e.id < r.id)`;
