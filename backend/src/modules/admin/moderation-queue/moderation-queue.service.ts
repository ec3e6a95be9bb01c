import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, invalid, notFound } from '../../../platform/errors/domain-error.js';
import {
  ModerationQueueRegistry,
  type QueueDecision,
  type QueueReason,
  type QueueSource,
} from '../../../platform/moderation/queue-registry.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { ModerationAccess } from '../moderation/moderation-access.js';
import type { ReportedSubject } from '../moderation/reported-subjects.service.js';
import { ASSIGNMENT_HOURS, ModerationQueueQueries } from './moderation-queue.queries.js';

/** Decisions on items of the queue, which the services of the items carry out, and who works on which item. */
@Injectable()
export class ModerationQueueService {
  constructor(
    private readonly database: Database,
    private readonly queue: ModerationQueueRegistry,
    private readonly queries: ModerationQueueQueries,
    private readonly visibility: VisibilityRegistry,
    private readonly access: ModerationAccess,
  ) {}

  /**
   * @param reason of those for which the item waits; the oldest by default
   * @throws 400, 403, 404, 409 already_decided, not_in_review or stale_version
   */
  async decide(
    actor: Actor,
    item: ReportedSubject,
    decision: Omit<QueueDecision, 'id'>,
    reason?: QueueReason,
  ): Promise<void> {
    const source = reason ? this.getSource(item, reason) : (await this.findOldest(actor, item)).source;
    await this.access.requireAny(actor, source.decidePermission);
    await source.decide(actor, { ...decision, id: item.id });
  }

  /**
   * Shows others who works on an item, so that two moderators do not do the same work. An assignment ends with the
   * decision or after a day, and does not block decisions of others.
   * @throws 403, 404, 409 assigned when another user has the item, unless the actor takes it over
   */
  async assign(actor: Actor, item: ReportedSubject, { takeOver }: { takeOver: boolean }): Promise<void> {
    const { type, id } = item;
    // An assignment from before is of a former decision.
    const { waitsSince } = await this.findOldest(actor, item);
    const now = new Date();
    await this.database.transaction(async () => {
      const { db } = this.database;
      const expired = new Date(now.getTime() - ASSIGNMENT_HOURS * 3_600_000);
      await db.deleteFrom('moderation_assignments').where('assigned_at', '<=', expired).execute();
      const { numAffectedRows } = await sql`
        insert into moderation_assignments as m (subject_type, subject_id, user_id, assigned_at)
        values (${type}, ${id}, ${actor.userId}, ${now})
        on conflict (subject_type, subject_id) do update
          set user_id = excluded.user_id, assigned_at = excluded.assigned_at
          where m.user_id = excluded.user_id or m.assigned_at < ${waitsSince} or ${takeOver}::boolean`.execute(db);
      if (numAffectedRows) return;
      const other = await db
        .selectFrom('moderation_assignments as m')
        .innerJoin('people as p', 'p.id', 'm.user_id')
        .select(['m.user_id', 'p.name'])
        .where('m.subject_type', '=', type)
        .where('m.subject_id', '=', id)
        .executeTakeFirst();
      if (other)
        throw conflict('assigned', (texts) => texts.admin.workedOnBy(other.name), { assignee_id: other.user_id });
    });
  }

  /** Ends the actor's own assignment. */
  async release(actor: Actor, { type, id }: ReportedSubject): Promise<void> {
    await this.database.db
      .deleteFrom('moderation_assignments')
      .where('subject_type', '=', type)
      .where('subject_id', '=', id)
      .where('user_id', '=', actor.userId)
      .execute();
  }

  private getSource({ type }: ReportedSubject, reason: QueueReason): QueueSource {
    const source = this.queue.find(type, reason);
    if (!source) throw invalid([{ field: 'reason', message: (texts) => texts.admin.doesNotWait(type) }]);
    return source;
  }

  private async findOldest(
    actor: Actor,
    { type, id }: ReportedSubject,
  ): Promise<{ source: QueueSource; waitsSince: Date }> {
    const sources = this.queue.list({ type });
    const [oldest] = await this.queries.listReasons(actor, type, id);
    const source = sources.find(({ reason }) => reason === oldest?.reason);
    if (source && oldest) return { source, waitsSince: oldest.created_at };
    if (!this.queue.listVisible(actor, { type }).length) await this.access.requireAny(actor, 'moderation.handle');
    const { visible } = await this.visibility.findVisible(type, actor, [id]);
    if (!visible.size) throw notFound(type);
    const permissions = sources.flatMap(({ viewPermissions }) => viewPermissions);
    await this.access.require(actor, ['moderation.handle', ...permissions], { type, id });
    throw conflict('already_decided', (texts) => texts.admin.alreadyDecided);
  }
}
