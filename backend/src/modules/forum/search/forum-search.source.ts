import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Row } from '../../../schema/index.js';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { selectFileUses } from '../../../platform/files/file-references.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import {
  hasCurrentEntry,
  createIndexCheck,
  type ParsedSearchText,
  type SearchDetails,
  type SearchEntry,
  SearchSourceRegistry,
  SearchTextParser,
  type UnindexedItems,
} from '../../content/index.js';
import { IS_LISTED_POST, isPostShown } from '../shared/forum-visibility.js';
import { ThreadViewCounter } from '../reading/thread-view-counter.js';
import { selectRestrictedTo } from '../../auth/index.js';
import { FORUM_AUDIENCE, selectIndexed, toEntry } from './forum-indexer.js';

/** Length of the texts of one batch, in characters. */
const BATCH_LENGTH = 1_000_000;

interface ForumType {
  type: 'thread' | 'post';
  /** column of the id of the entry */
  id: 't.id' | 'p.id';
  /** SQL: which posts are its texts */
  condition: string;
}

const threads: ForumType = { type: 'thread', id: 't.id', condition: 'p.number = 1' };
const posts: ForumType = { type: 'post', id: 'p.id', condition: 'p.number > 1' };

interface ParsedPost {
  content: string;
  /** missing when the parser did not start */
  parsed: ParsedSearchText | undefined;
}

/** Makes threads (with their Original Posts) and replies searchable. */
@Injectable()
export class ForumSearchSource implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly parser: SearchTextParser,
    private readonly views: ThreadViewCounter,
    private readonly sources: SearchSourceRegistry,
    private readonly reconciliation: Reconciliation,
  ) {}

  onModuleInit(): void {
    for (const kind of [threads, posts]) {
      this.sources.register({
        type: kind.type,
        // The titles of replies are those of their threads.
        isSuggested: kind.type === 'thread',
        selectPoints: sql`select ${sql.raw(kind.id)} as id, p.like_count + 2 * p.helpful_count as points
                    from forum_posts p join forum_threads t on t.id = p.thread_id
                    where p.like_count + p.helpful_count > 0 and ${sql.raw(kind.condition)}`,
        selectFiles: sql`select ${sql.raw(kind.id)} as id, u.file_id
                   from (${selectFileUses('post')}) u
                   join forum_posts p on p.id = u.id
                   join forum_threads t on t.id = p.thread_id
                   where ${sql.raw(kind.condition)}`,
        findDetails: (ids, actor) => this.findDetails(kind, ids, actor),
        findUnindexed: (afterId, limit) => this.findUnindexed(kind, afterId, limit),
      });
      this.reconciliation.add(
        createIndexCheck({
          name: `${kind.type}s in the search index`,
          type: kind.type,
          sql: `select ${kind.id} as id, '${FORUM_AUDIENCE}' as audience, p.author_id, t.category_id
                from forum_posts p join forum_threads t on t.id = p.thread_id
                where ${IS_LISTED_POST} and ${kind.condition}`,
          tables: ['forum_threads', 'forum_posts'],
        }),
      );
    }
  }

  private async findDetails(kind: ForumType, ids: string[], actor: Actor): Promise<Map<string, SearchDetails>> {
    const { rows } = await sql<DetailsRow>`
      select ${sql.ref(kind.id)} as result_id, t.id, t.view_count, p.like_count, p.created_at, p.edited_at,
             t.category_id, c.name, c.icon, c.color, ${selectRestrictedTo('c.id')} as restricted_to
      from forum_posts p
      join forum_threads t on t.id = p.thread_id
      join forum_categories c on c.id = t.category_id
      where ${sql.ref(kind.id)} = any(${ids}::uuid[]) and ${sql.raw(kind.condition)}
        and ${isPostShown(actor)}`.execute(this.database.db);
    return new Map(rows.map((row) => [row.result_id, toDetails(this.views.withPending(row))]));
  }

  /** Parses before the lock, so that no lock waits for the parser. */
  private async findUnindexed(kind: ForumType, afterId: string, limit: number): Promise<UnindexedItems> {
    const id = sql.ref(kind.id);
    const isUnindexed = sql`${sql.raw(kind.condition)} and not ${hasCurrentEntry(kind.type, kind.id)}`;
    const { rows } = await sql<{ id: string; content: string }>`
      select ${id} as id, p.content
      from forum_posts p join forum_threads t on t.id = p.thread_id
      where ${id} > ${afterId} and ${sql.raw(IS_LISTED_POST)} and ${isUnindexed}
      order by ${id} limit ${limit}`.execute(this.database.db);
    const found = new Map<string, ParsedPost>();
    let length = 0;
    for (const post of rows) {
      const { content } = post;
      found.set(post.id, { content, parsed: await this.parser.parseInBackground(content, post.id) });
      if ((length += content.length) > BATCH_LENGTH) break;
    }
    const postponed = [...found.values()].filter(({ parsed }) => !parsed).length;
    return { ids: [...found.keys()], postponed, lockEntries: () => this.lockEntries(kind, isUnindexed, found) };
  }

  /**
   * Locks the threads, as each command on a thread or post does. Leaves out posts that were edited since they were
   * parsed: the edit has indexed them. Those that were moved meanwhile are indexed by the next run.
   */
  private async lockEntries(
    kind: ForumType,
    isUnindexed: RawBuilder<unknown>,
    found: ReadonlyMap<string, ParsedPost>,
  ): Promise<SearchEntry[]> {
    const isFound = sql`${sql.ref(kind.id)} = any(${[...found.keys()]}::uuid[])`;
    const locked = await sql<{ id: string }>`
      select l.id from forum_threads l
      where l.id in (
        select p.thread_id from forum_posts p join forum_threads t on t.id = p.thread_id where ${isFound}
      )
      order by l.id for share`.execute(this.database.db);
    const threadIds = new Set(locked.rows.map(({ id }) => id));
    const { rows } = await selectIndexed(sql`${isFound} and ${isUnindexed}`).execute(this.database.db);
    return rows.flatMap((row) => {
      if (!threadIds.has(row.thread_id)) return [];
      const { content, parsed } = found.get(kind.type === 'thread' ? row.thread_id : row.id) ?? {};
      return parsed && content === row.content ? [toEntry(row, parsed)] : [];
    });
  }
}

type DetailsRow = { result_id: string } & Pick<Row<'forum_threads'>, 'id' | 'view_count'> &
  Pick<Row<'forum_posts'>, 'like_count' | 'created_at' | 'edited_at'> &
  Pick<Row<'forum_categories'>, 'name' | 'icon' | 'color'> & { category_id: string; restricted_to: string[] | null };

const toDetails = (row: DetailsRow): SearchDetails => ({
  category: {
    id: row.category_id,
    title: row.name,
    name: row.name,
    icon: row.icon,
    color: row.color,
    is_restricted: row.restricted_to !== null,
    restricted_to: row.restricted_to ?? [],
  },
  view_count: row.view_count,
  like_count: row.like_count,
  difficulty: null,
  status: null,
  visibility: null,
  created_at: row.created_at.toISOString(),
  updated_at: row.edited_at?.toISOString() ?? null,
  published_at: null,
});
