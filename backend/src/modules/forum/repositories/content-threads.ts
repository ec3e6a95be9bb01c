import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { invalid } from '../../../platform/errors/domain-error.js';
import { ContentFacade, type ContentKind, type VisibleCaption } from '../../content/index.js';

/** A document or video that a new thread is about. */
export interface AboutItem {
  item_type: ContentKind;
  item_id: string;
  second?: number | null;
}

/** What links threads and posts to documents and videos. Commands join the caller's transaction. */
@Injectable()
export class ContentThreads {
  constructor(
    private readonly database: Database,
    private readonly content: ContentFacade,
    private readonly cache: QueryCache,
  ) {}

  /** The thread is about the item. @throws 400 when the item is missing or the actor may not see it */
  async addDiscussion(actor: Actor, thread_id: string, { item_type, item_id, second }: AboutItem): Promise<void> {
    const item = (await this.findItems(actor, [item_id])).get(item_id);
    if (item?.kind !== item_type)
      throw invalid([{ field: 'about', message: `This ${item_type} does not exist, or you may not see it.` }]);
    await this.database.db
      .insertInto('content_threads')
      .values({ item_id, thread_id, kind: 'DISCUSSION', second })
      .execute();
    this.cache.invalidate();
  }

  /** The document was made of the post. */
  async addSource(item_id: string, thread_id: string, post_id: string): Promise<void> {
    await this.database.db
      .insertInto('content_threads')
      .values({ item_id, thread_id, kind: 'SOURCE', post_id })
      .execute();
    this.cache.invalidate();
  }

  /** The documents that were made of a post, as far as the actor may see them, the oldest first. */
  async findDocumentsOf(actor: Actor, postId: string): Promise<VisibleCaption[]> {
    const rows = await this.database.db
      .selectFrom('content_threads')
      .select('item_id')
      .where('post_id', '=', postId)
      .orderBy('item_id')
      .execute();
    const ids = rows.map(({ item_id }) => item_id);
    return [...(await this.findItems(actor, ids)).values()];
  }

  /** Those of the items that the actor may see; without a statement when there are none. */
  async findItems(actor: Actor, ids: readonly string[]): Promise<Map<string, VisibleCaption>> {
    return ids.length ? this.content.visibleCaptions([...new Set(ids)], actor) : new Map<string, VisibleCaption>();
  }
}
