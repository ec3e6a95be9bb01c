import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import {
  type KeysetOrder,
  orderBy,
  selectSortValues,
  type SortedRow,
} from '../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  countRows,
  type Page,
  type PageRequest,
  toPage,
} from '../../../platform/http/pagination/pagination.js';
import { isCategoryReadable } from '../../auth/index.js';
import { ContentFacade, SimilarItemsQueries } from '../../content/index.js';
import { type LinkedThreadResponse, type SimilarItemResponse, similarTypes } from './linked-threads.dto.js';
import { isThreadShown } from '../shared/forum-visibility.js';

const MAX_SIMILAR = 5;

type ThreadRow = Omit<LinkedThreadResponse, 'last_post_at'> & { last_post_at: Date };

/** Posts can have been moved to another thread since. Hidden threads and posts are never listed. */
const linkedThreads = (actor: Actor, itemId: string) => sql`
  from content_threads ct
  left join forum_posts p on p.id = ct.post_id
  join forum_threads t on t.id = coalesce(p.thread_id, ct.thread_id)
  where ct.item_id = ${itemId} and t.deleted_at is null and t.hidden_at is null
    and p.deleted_at is null and p.hidden_at is null and ${isCategoryReadable(actor, 't.category_id')}`;

const latestFirst: KeysetOrder = {
  name: 'linked threads',
  direction: 'desc',
  columns: [
    { sql: sql.ref('ct.kind'), type: 'text' },
    { sql: sql.ref('t.last_post_at'), type: 'timestamptz' },
    { sql: sql.ref('t.id'), type: 'uuid' },
  ],
};

/** The threads of documents and videos, and items that are similar to a new thread. */
@Injectable()
export class LinkedThreadsQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly content: ContentFacade,
    private readonly similar: SimilarItemsQueries,
  ) {}

  /**
   * The thread that a document comes from first, then the latest activity.
   * @throws 404 when the item is missing or not visible to the actor
   */
  async list(actor: Actor, kind: string, idOrSlug: string, page: PageRequest): Promise<Page<LinkedThreadResponse>> {
    const itemId = await this.content.getVisibleId(kind, idOrSlug, actor);
    const { isAfter, tail } = buildPage(latestFirst, page);
    const found = await sql<ThreadRow & SortedRow>`
      select t.id, ct.kind, t.title, t.is_solved, t.is_locked, t.post_count, t.last_post_at,
             l.name as last_post_author, ct.second, p.number as post_number,
             ${selectSortValues(latestFirst)} as sort_values
      from (
        select t.id, ct.item_id, ct.thread_id, ct.kind, ct.post_id, ct.second
        ${linkedThreads(actor, itemId)} and ${isAfter}
        ${tail}
      ) ct
      join forum_threads t on t.id = ct.id
      left join forum_posts p on p.id = ct.post_id
      join people l on l.id = t.last_post_author_id
      order by ${orderBy(latestFirst)}`.execute(this.database.db);
    const { rows, nextCursor } = toPage<ThreadRow>(latestFirst, found.rows, page.limit);
    const isAll = page.cursor === undefined && !page.offset && nextCursor === null;
    const total = isAll ? { total: rows.length } : await countRows(this.database.db, linkedThreads(actor, itemId));
    return {
      rows: rows.map((row) => ({ ...row, last_post_at: row.last_post_at.toISOString() })),
      nextCursor,
      ...total,
    };
  }

  /** Threads and documents that may answer the question of a new thread. */
  async listSimilar(actor: Actor, title: string): Promise<SimilarItemResponse[]> {
    const items = await this.similar.list(actor, title, similarTypes, MAX_SIMILAR);
    const threads = await this.findThreads(
      actor,
      items.filter(({ type }) => type === 'thread').map(({ id }) => id),
    );
    return items.flatMap<SimilarItemResponse>(({ type, id, title: itemTitle, url }) => {
      const item = { type: type as SimilarItemResponse['type'], id, title: itemTitle, url };
      if (type !== 'thread') return [{ ...item, is_solved: null, reply_count: null }];
      const thread = threads.get(id);
      return thread ? [{ ...item, is_solved: thread.is_solved, reply_count: thread.reply_count }] : [];
    });
  }

  private async findThreads(actor: Actor, ids: readonly string[]) {
    const rows = ids.length
      ? await this.database.db
          .selectFrom('forum_threads as t')
          .select(['t.id', 't.is_solved', sql<number>`greatest(t.post_count - 1, 0)`.as('reply_count')])
          .where(sql<boolean>`t.id = any(${ids}::uuid[])`)
          .where(isThreadShown(actor))
          .execute()
      : [];
    return new Map(rows.map((row) => [row.id, row]));
  }
}
