import { Injectable } from '@nestjs/common';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { conflict, invalid, notFound } from '../../../platform/http/errors/domain-error.js';
import {
  ModerationQueueRegistry,
  type QueueDecision,
  type QueueReason,
  type QueueSource,
} from '../../../platform/moderation/queue-registry.js';
import { VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import type { ReportedSubject } from '../moderation/reported-subjects.js';
import { AssignmentsRepository } from './assignments.repository.js';
import { QueueQueries } from './queue.queries.js';

/** Decisions on items of the queue, which the services of the items carry out, and who works on which item. */
@Injectable()
export class QueueService {
  constructor(
    private readonly queue: ModerationQueueRegistry,
    private readonly queries: QueueQueries,
    private readonly assignments: AssignmentsRepository,
    private readonly visibility: VisibilityRegistry,
    private readonly permissions: PermissionDirectory,
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
    if (!actor.can(source.deciders)) throw await missingPermission(this.permissions, actor, source.deciders);
    await source.decide(actor, { ...decision, id: item.id });
  }

  /** @throws 403, 404, 409 assigned when another user has the item, unless the actor takes it over */
  async assign(actor: Actor, item: ReportedSubject, options: { takeOver?: boolean }): Promise<void> {
    const { waitsSince } = await this.findOldest(actor, item);
    const other = await this.assignments.assign(item, actor.userId, { ...options, waitsSince });
    if (other) throw conflict('assigned', `${other.user_name} is working on this.`, { assignee_id: other.user_id });
  }

  async release(actor: Actor, item: ReportedSubject): Promise<void> {
    await this.assignments.release(item, actor.userId);
  }

  private getSource({ type }: ReportedSubject, reason: QueueReason): QueueSource {
    const source = this.queue.find(type, reason);
    if (!source) throw invalid([{ field: 'reason', message: `A ${type} does not wait for this reason.` }]);
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
    if (!this.queue.listFor(actor, { type }).length)
      throw await missingPermission(this.permissions, actor, 'moderation.handle');
    const { visible } = await this.visibility.findVisible(type, actor, [id]);
    if (!visible.size) throw notFound(`This ${type}`);
    throw conflict('already_decided', 'This has been decided on already, or never waited for a decision.');
  }
}
