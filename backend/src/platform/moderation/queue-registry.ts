import { Injectable } from '@nestjs/common';
import type { RawBuilder } from 'kysely';
import type { Actor } from '../access/actor.js';

/** Why an item waits: submitted for review, an edit of a published item that awaits review, or reported. */
export const queueReasons = ['review', 'revision', 'report'] as const;
export type QueueReason = (typeof queueReasons)[number];

export const queueActions = ['approve', 'reject'] as const;
export type QueueAction = (typeof queueActions)[number];

export interface QueueDecision {
  /** of the item */
  id: string;
  action: QueueAction;
  /** for the author; may be empty */
  note: string;
  /** the version that was read; the decision fails when it is not the current one */
  version?: number | undefined;
  /** the pending revision that was read, likewise */
  revisionId?: string | undefined;
}

/** A row of {@link QueueSource.selectPending}. */
export interface PendingItem {
  id: string;
  /** since when it waits; has an index */
  created_at: Date;
  /** null for the author of the item */
  author_id: string | null;
  revision_id: string | null;
  /** whether the actor may decide on this one, if they hold the permission or moderate its category */
  can_decide: boolean;
}

/** Items of one type that await the same kind of decision. */
export interface QueueSource {
  type: string;
  reason: QueueReason;
  /** Holders of any of these see the items, and who moderates a category those in it. */
  viewPermissions: readonly [string, ...string[]];
  /** Holders of this decide, likewise. */
  decidePermission: string;
  /**
   * A statement without order and limit for the items that wait. The queue adds that the actor may see them, through
   * the VisibilityRegistry.
   */
  selectPending(actor: Actor): RawBuilder<PendingItem>;
  /** @throws 403 unless the actor may decide on the item; 404, 409 when it no longer waits */
  decide(actor: Actor, decision: QueueDecision): Promise<void>;
}

/**
 * What awaits the decision of a moderator or reviewer, from all modules. The queue knows no tables of the items; the
 * modules register a source for each type and reason.
 */
@Injectable()
export class ModerationQueueRegistry {
  private readonly sources: QueueSource[] = [];

  register(source: QueueSource): void {
    if (this.find(source.type, source.reason))
      throw new Error(`The queue source of ${source.type} and ${source.reason} is registered twice.`);
    this.sources.push(source);
  }

  find(type: string, reason: QueueReason): QueueSource | undefined {
    return this.sources.find((source) => source.type === type && source.reason === reason);
  }

  list(filter: { type?: string | undefined; reason?: QueueReason | undefined } = {}): QueueSource[] {
    return this.sources.filter(
      ({ type, reason }) => (!filter.type || filter.type === type) && (!filter.reason || filter.reason === reason),
    );
  }

  /** Sources with items that the actor may see. */
  listVisible(
    actor: Actor,
    filter: { type?: string | undefined; reason?: QueueReason | undefined } = {},
  ): QueueSource[] {
    return this.list(filter).filter(
      ({ viewPermissions }) => actor.canAny(...viewPermissions) || actor.isCategoryModerator,
    );
  }
}
