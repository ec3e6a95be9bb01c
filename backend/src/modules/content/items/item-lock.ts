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
  authorId: string;
  counts: ReactionCounts;
}

export interface ReactionCounts {
  like_count: number;
  helpful_count: number;
  bookmark_count: number;
  confused_count: number;
}

/** Holds an item until the transaction ends, so that what is counted at it changes one act after the other. */
@Injectable()
export class ItemLock {
  constructor(private readonly database: Database) {}

  /** @throws 404 when it is missing or not visible to this person, as it stands once the lock is had */
  async hold(actor: Actor, { kind, id }: ItemRef): Promise<HeldItem> {
    const row = await this.database.one<ReactionCounts & { author_id: string }>(
      `select i.author_id, i.like_count, i.helpful_count, i.bookmark_count, i.confused_count from content_items i
       where i.id = $3 and i.kind = $4 and ${visibleTo('i', '$1', '$2')} for no key update of i`,
      [audiencesOf(actor), actor.id, id, kind],
    );
    if (!row) throw notFound(callOf(kind));
    const { author_id: authorId, ...counts } = row;
    return { authorId, counts };
  }
}
