import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { invalid } from '../../../platform/http/errors/domain-error.js';
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
  async addDiscussion(actor: Actor, threadId: string, { item_type, item_id, second }: AboutItem): Promise<void> {
    const item = (await this.findItems(actor, [item_id])).get(item_id);
    if (item?.kind !== item_type)
      throw invalid([{ field: 'about', message: `This ${item_type} does not exist, or you may not see it.` }]);
    await this.insert(item_id, threadId, 'DISCUSSION', { second: second ?? null });
  }

  /** The document was made of the post. */
  async addSource(itemId: string, threadId: string, postId: string): Promise<void> {
    await this.insert(itemId, threadId, 'SOURCE', { postId });
  }

  /** The documents that were made of a post, as far as the actor may see them, the oldest first. */
  async findDocumentsOf(actor: Actor, postId: string): Promise<VisibleCaption[]> {
    const rows = await this.database.query<{ item_id: string }>(
      'select item_id from content_threads where post_id = $1 order by item_id',
      [postId],
    );
    return [
      ...(
        await this.findItems(
          actor,
          rows.map(({ item_id }) => item_id),
        )
      ).values(),
    ];
  }

  /** Those of the items that the actor may see; without a statement when there are none. */
  async findItems(actor: Actor, ids: readonly string[]): Promise<Map<string, VisibleCaption>> {
    return ids.length ? this.content.visibleCaptions([...new Set(ids)], actor) : new Map<string, VisibleCaption>();
  }

  private async insert(
    itemId: string,
    threadId: string,
    kind: 'DISCUSSION' | 'SOURCE',
    { postId = null, second = null }: { postId?: string | null; second?: number | null },
  ): Promise<void> {
    await this.database.query(
      'insert into content_threads (item_id, thread_id, kind, post_id, second) values ($1, $2, $3, $4, $5)',
      [itemId, threadId, kind, postId, second],
    );
    this.cache.invalidate();
  }
}
