import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { audienceOf, audiencesOf, maySee, visibleTo } from './audience.js';
import { ContentItem } from './content-item.entity.js';
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

/** Locks the row of an item until the transaction ends, for commands that change it. @throws 404 when it is missing or not visible to the actor */
export async function lockItem(em: EntityManager, actor: Actor, { kind, id }: ItemRef): Promise<ContentItem> {
  const item = await em.findOne(ContentItem, { id, kind }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!item) throw notFound(callOf(kind));
  requireVisible(actor, item);
  return item;
}

/** @throws 404 when the actor may not see the item as it is now */
export function requireVisible(actor: Actor, item: ContentItem): void {
  if (!maySee(actor, { authorId: item.authorId, audience: audienceOf(item) })) throw notFound(callOf(item.kind));
}
