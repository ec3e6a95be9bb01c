import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { audiencesOf, visibleTo } from './audience.js';
import type { ContentKind } from './enums.js';
import { itemLabel } from './items.queries.js';

/** A document or video, as the API names one. */
export interface ItemRef {
  kind: ContentKind;
  id: string;
}

export interface LockedRow {
  /** as stored; the request may spell the UUID in capitals */
  id: string;
  authorId: string;
  /** by moderation */
  isHidden: boolean;
  counts: ReactionCounts;
}

export interface ReactionCounts {
  like_count: number;
  helpful_count: number;
  bookmark_count: number;
  confused_count: number;
}

/** Locks items until the transaction ends, for commands that change what refers to them. */
@Injectable()
export class ItemLock {
  constructor(private readonly database: Database) {}

  /**
   * For commands that change the item's counters: they run one after the other.
   * @throws 404 when the item is missing or the actor may not see it, judged after the lock is taken
   */
  async lockForUpdate(actor: Actor, item: ItemRef): Promise<LockedRow> {
    return this.lockWithStrength(actor, item, 'no key update');
  }

  /**
   * For commands that only add rows that refer to the item: it cannot be deleted meanwhile, and others may add too.
   * @throws 404 as {@link lockForUpdate}
   */
  async lockForReference(actor: Actor, item: ItemRef): Promise<LockedRow> {
    return this.lockWithStrength(actor, item, 'key share');
  }

  private async lockWithStrength(
    actor: Actor,
    { kind, id }: ItemRef,
    strength: 'no key update' | 'key share',
  ): Promise<LockedRow> {
    const row = await this.database.one<ReactionCounts & { id: string; author_id: string; is_hidden: boolean }>(
      `select i.id, i.author_id, i.hidden_at is not null as is_hidden, i.like_count, i.helpful_count,
              i.bookmark_count, i.confused_count
       from content_items i
       where i.id = $3 and i.kind = $4 and ${visibleTo('i', '$1', '$2')} for ${strength} of i`,
      [audiencesOf(actor), actor.id, id, kind],
    );
    if (!row) throw notFound(itemLabel(kind));
    const { id: stored, author_id: authorId, is_hidden: isHidden, ...counts } = row;
    return { id: stored, authorId, isHidden, counts };
  }
}
