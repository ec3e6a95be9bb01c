import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isVisibleTo } from '../audience/audience.js';
import type { ContentKind } from '../audience/enums.js';
import type { Item } from './item.js';
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

export type ReactionCounts = Pick<Item, 'like_count' | 'helpful_count' | 'bookmark_count' | 'confused_count'>;

/** Locks items until the transaction ends, for commands that change what refers to them. */
@Injectable()
export class ItemLock {
  constructor(private readonly database: Database) {}

  /**
   * For commands that change the item's counters: they run one after the other.
   * @throws 404 when the item is missing or the actor may not see it, judged after the lock is taken
   */
  async lockForUpdate(actor: Actor, item: ItemRef): Promise<LockedRow> {
    return toLocked(item, await this.find(actor, item).forNoKeyUpdate().executeTakeFirst());
  }

  /**
   * For commands that only add rows that refer to the item: it cannot be deleted meanwhile, and others may add too.
   * @throws 404 as {@link lockForUpdate}
   */
  async lockForReference(actor: Actor, item: ItemRef): Promise<LockedRow> {
    return toLocked(item, await this.find(actor, item).forKeyShare().executeTakeFirst());
  }

  private find(actor: Actor, { kind, id }: ItemRef) {
    return this.database.db
      .selectFrom('content_items as i')
      .select(['i.id', 'i.author_id', 'i.hidden_at'])
      .select(['i.like_count', 'i.helpful_count', 'i.bookmark_count', 'i.confused_count'])
      .where('i.id', '=', id)
      .where('i.kind', '=', kind)
      .where(isVisibleTo(actor, 'i'));
  }
}

function toLocked(
  { kind }: ItemRef,
  row: (ReactionCounts & { id: string; author_id: string; hidden_at: Date | null }) | undefined,
): LockedRow {
  if (!row) throw notFound(itemLabel(kind));
  const { id, author_id, hidden_at, ...counts } = row;
  return { id, authorId: author_id, isHidden: hidden_at !== null, counts };
}
