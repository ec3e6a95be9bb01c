import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import {
  hasCurrentEntry,
  indexCheck,
  type ParsedSearchText,
  type SearchDetails,
  type SearchEntry,
  SearchSources,
  SearchTextParser,
  type UnindexedItems,
} from '../../content/index.js';
import { postVisibleTo, visibilityParameters } from '../shared/forum-visibility.js';
import { ThreadViews } from '../reading/thread-views.js';
import { FORUM_AUDIENCE, type IndexedPost, postEntry } from './forum-search-entry.js';

/** Length of the texts of one batch, in characters. */
const BATCH_LENGTH = 1_000_000;

/** SQL over the aliases p of forum_posts and t of forum_threads. */
const isIndexed = `p.deleted_at is null and p.hidden_at is null and t.deleted_at is null and t.hidden_at is null`;

/** SQL for {@link IndexedPost}s. */
export const indexedPosts = (condition: string): string => `
  select p.id, p.thread_id as "threadId", p.number, p.author_id as "authorId", p.content,
         case when p.number = 1 then greatest(p.created_at, p.edited_at, t.edited_at)
              else greatest(p.created_at, p.edited_at) end as at,
         p.like_count as likes, p.helpful_count as helpfuls, t.title, t.tags, t.category_id as "categoryId"
  from forum_posts p join forum_threads t on t.id = p.thread_id
  where ${isIndexed} and ${condition}`;

interface ForumType {
  type: 'thread' | 'post';
  /** SQL expression of the id of the entry */
  id: string;
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
    private readonly views: ThreadViews,
    private readonly sources: SearchSources,
    private readonly reconciliation: Reconciliation,
  ) {}

  onModuleInit(): void {
    for (const kind of [threads, posts]) {
      this.sources.register({
        type: kind.type,
        // The titles of replies are those of their threads.
        isSuggested: kind.type === 'thread',
        pointsSql: `select ${kind.id} as id, p.like_count + 2 * p.helpful_count as points
                    from forum_posts p join forum_threads t on t.id = p.thread_id
                    where p.like_count + p.helpful_count > 0 and ${kind.condition}`,
        findDetails: (ids, actor) => this.findDetails(kind, ids, actor),
        findUnindexed: (afterId, limit) => this.findUnindexed(kind, afterId, limit),
      });
      this.reconciliation.add(
        indexCheck({
          name: `${kind.type}s in the search index`,
          type: kind.type,
          sql: `select ${kind.id} as id, '${FORUM_AUDIENCE}' as audience, p.author_id, t.category_id
                from forum_posts p join forum_threads t on t.id = p.thread_id
                where ${isIndexed} and ${kind.condition}`,
          tables: ['forum_threads', 'forum_posts'],
        }),
      );
    }
  }

  private async findDetails(kind: ForumType, ids: string[], actor: Actor): Promise<Map<string, SearchDetails>> {
    const rows = await this.database.query<DetailsRow>(
      `select ${kind.id} as result_id, t.id, t.view_count, p.like_count, p.created_at, p.edited_at, t.category_id,
              c.name, c.icon, c.color
       from forum_posts p
       join forum_threads t on t.id = p.thread_id
       join forum_categories c on c.id = t.category_id
       where ${kind.id} = any($3::uuid[]) and ${kind.condition}
         and ${postVisibleTo('p', 't', { me: '$1', seesHidden: '$2' })}`,
      [...visibilityParameters(actor), ids],
    );
    return new Map(rows.map((row) => [row.result_id, toDetails(this.views.withPending(row))]));
  }

  /** Parses before the lock, so that no lock waits for the parser. */
  private async findUnindexed(kind: ForumType, afterId: string, limit: number): Promise<UnindexedItems> {
    const unindexed = `${kind.condition} and not ${hasCurrentEntry(kind.type, kind.id)}`;
    const rows = await this.database.query<{ id: string; content: string }>(
      `select ${kind.id} as id, p.content
       from forum_posts p join forum_threads t on t.id = p.thread_id
       where ${kind.id} > $1 and ${isIndexed} and ${unindexed}
       order by ${kind.id} limit ${limit}`,
      [afterId],
    );
    const found = new Map<string, ParsedPost>();
    let length = 0;
    for (const { id, content } of rows) {
      found.set(id, { content, parsed: await this.parser.parseInBackground(content, id) });
      if ((length += content.length) > BATCH_LENGTH) break;
    }
    const postponed = [...found.values()].filter(({ parsed }) => !parsed).length;
    return {
      ids: [...found.keys()],
      postponed,
      lockEntries: () => this.lockEntries(kind, `${kind.id} = any($1::uuid[]) and ${unindexed}`, found),
    };
  }

  /**
   * Locks the threads, as each command on a thread or post does. Leaves out posts that were edited since they were
   * parsed: the edit has indexed them. Those that were moved meanwhile are indexed by the next run.
   */
  private async lockEntries(
    kind: ForumType,
    condition: string,
    found: ReadonlyMap<string, ParsedPost>,
  ): Promise<SearchEntry[]> {
    const ids = [...found.keys()];
    const locked = await this.database.query<{ id: string }>(
      `select l.id from forum_threads l
       where l.id in (
         select p.thread_id from forum_posts p join forum_threads t on t.id = p.thread_id
         where ${kind.id} = any($1::uuid[])
       )
       order by l.id for share`,
      [ids],
    );
    const threadIds = new Set(locked.map(({ id }) => id));
    const rows = await this.database.query<IndexedPost>(indexedPosts(condition), [ids]);
    return rows.flatMap((row) => {
      if (!threadIds.has(row.threadId)) return [];
      const { content, parsed } = found.get(kind.type === 'thread' ? row.threadId : row.id) ?? {};
      return parsed && content === row.content ? [postEntry(row, parsed)] : [];
    });
  }
}

interface DetailsRow {
  result_id: string;
  /** of the thread */
  id: string;
  view_count: number;
  like_count: number;
  created_at: Date;
  edited_at: Date | null;
  category_id: string;
  name: string;
  icon: string;
  color: string;
}

const toDetails = (row: DetailsRow): SearchDetails => ({
  category: { id: row.category_id, title: row.name, name: row.name, icon: row.icon, color: row.color },
  view_count: row.view_count,
  like_count: row.like_count,
  difficulty: null,
  status: null,
  visibility: null,
  created_at: row.created_at.toISOString(),
  updated_at: row.edited_at?.toISOString() ?? null,
  published_at: null,
});
