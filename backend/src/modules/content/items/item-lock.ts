import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { audiencesOf, visibleTo } from './audience.js';
import type { ContentKind } from './enums.js';
import { callOf } from './items.queries.js';

/** A document or video, as the API names one. */
export interface ItemRef {
  kind: ContentKind;
  id: string;
}

export interface HeldItem {
  /** as it is stored: an address may spell a UUID in capitals */
  id: string;
  authorId: string;
  counts: ReactionCounts;
}

export interface ReactionCounts {
  like_count: number;
  helpful_count: number;
  bookmark_count: number;
  confused_count: number;
}

/** Items under a lock that lasts until the transaction ends. */
@Injectable()
export class ItemLock {
  constructor(private readonly database: Database) {}

  /** What is counted at it changes one act after the other. @throws 404 when it is missing or not visible to this person, as it stands once the lock is had */
  async hold(actor: Actor, item: ItemRef): Promise<HeldItem> {
    return this.locked(actor, item, 'no key update');
  }

  /** It cannot go while something is added to it; others may add too. @throws 404 likewise */
  async keep(actor: Actor, item: ItemRef): Promise<HeldItem> {
    return this.locked(actor, item, 'key share');
  }

  private async locked(
    actor: Actor,
    { kind, id }: ItemRef,
    strength: 'no key update' | 'key share',
  ): Promise<HeldItem> {
    const row = await this.database.one<ReactionCounts & { id: string; author_id: string }>(
      `select i.id, i.author_id, i.like_count, i.helpful_count, i.bookmark_count, i.confused_count from content_items i
       where i.id = $3 and i.kind = $4 and ${visibleTo('i', '$1', '$2')} for ${strength} of i`,
      [audiencesOf(actor), actor.id, id, kind],
    );
    if (!row) throw notFound(callOf(kind));
    const { id: stored, author_id: authorId, ...counts } = row;
    return { id: stored, authorId, counts };
  }
}
