import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { type CategoryScope, isCategoryOpenToAll, UsersFacade } from '../../auth/index.js';
import { IS_COUNTED_POST, IS_LISTED_POST, isCounted } from '../shared/forum-visibility.js';

/** What is added to the counters of a category. */
interface CategoryChange {
  threads?: number;
  posts: number;
  /** the time of a new post; without one the last post is read from the threads */
  lastPostAt?: Date;
}

/** The category whose counters include the thread. Only deleted threads have none. */
export interface CountedThread {
  category_id: string;
  /** hidden threads do not count in their category */
  is_hidden?: boolean;
}

/** The reputation of an author whose post solves the thread of another user. */
export const SOLUTION_REPUTATION = 10;

/** Changes of the numbers in the profile of an author. */
interface AuthorStats {
  author_id: string;
  posts: number;
  reputation: number;
}

interface Solution {
  post: { author_id: string; is_hidden: boolean };
  thread: { author_id: string; is_hidden?: boolean; scope: CategoryScope | null };
}

/**
 * The counters of categories, and the posts and reputation of users. Joins the caller's transaction. The order of locks
 * is thread, user, category, because replies to all threads of a category wait for its row.
 */
@Injectable()
export class ForumCounters {
  /** by transaction */
  private readonly pending = new WeakMap<object, (CategoryChange & CountedThread)[]>();

  constructor(
    private readonly database: Database,
    private readonly users: UsersFacade,
    private readonly cache: QueryCache,
  ) {}

  /** Changes the counters of the thread's category at the end of the current transaction. */
  addToCategory({ category_id, is_hidden }: CountedThread, change: CategoryChange): void {
    const { db } = this.database;
    const pending = this.pending.get(db) ?? [];
    if (!this.pending.has(db)) {
      this.database.beforeCommit(() => this.saveCategories(pending));
      this.pending.set(db, pending);
    }
    if (!is_hidden) pending.push({ category_id, ...change });
    this.cache.invalidate();
  }

  /**
   * The stats that posts add to their authors now, per author; deleted and hidden posts and threads add none, nor do
   * those in categories with limits of reading.
   */
  async listAuthorStats(subject: { postId: string } | { threadIds: readonly string[] }): Promise<AuthorStats[]> {
    const isSubject =
      'postId' in subject ? sql`p.id = ${subject.postId}` : sql`p.thread_id = any(${subject.threadIds}::uuid[])`;
    const { rows } = await sql<AuthorStats>`
      with counted as materialized (
        select p.id, p.author_id, p.id = t.solution_post_id and p.author_id <> t.author_id as is_rewarded
        from forum_posts p join forum_threads t on t.id = p.thread_id
        where ${isSubject}
          and ${sql.raw(IS_COUNTED_POST)}
      ),
      earned as (
        select c.author_id, count(*) as n
        from counted c join post_reactions o on o.post_id = c.id
        where o.user_id <> c.author_id group by c.author_id
      )
      select c.author_id, count(*)::int as posts,
             (coalesce(max(e.n), 0)
               + ${sql.lit(SOLUTION_REPUTATION)} * count(*) filter (where c.is_rewarded))::int as reputation
      from counted c left join earned e on e.author_id = c.author_id
      group by c.author_id`.execute(this.database.db);
    return rows;
  }

  /**
   * Before a change after which posts of the threads may count that did not, or the other way round.
   * @returns to be called after the change: adds the difference to the authors
   */
  async trackAuthors(threadIds: readonly string[]): Promise<() => Promise<void>> {
    const before = await this.listAuthorStats({ threadIds });
    return async () => {
      const after = await this.listAuthorStats({ threadIds });
      const lost = before.map((stats) => ({ ...stats, posts: -stats.posts, reputation: -stats.reputation }));
      await this.addAuthorStats(sumStats([...after, ...lost]), 1);
    };
  }

  async addAuthorStats(stats: readonly AuthorStats[], by: 1 | -1): Promise<void> {
    await this.users.addPosts(new Map(stats.map(({ author_id, posts }) => [author_id, by * posts])));
    await this.users.addReputations(new Map(stats.map(({ author_id, reputation }) => [author_id, by * reputation])));
  }

  /**
   * Until the end of the transaction no limits of categories change, which decide what counts for authors. The first
   * statement of each command that adds posts or reactions, or changes where they count.
   */
  async keepLimits(): Promise<void> {
    await sql`select pg_advisory_xact_lock_shared(${limitsLock})`.execute(this.database.db);
  }

  /**
   * Changes limits of categories, and what the posts in them add to their authors, after the transactions that post at
   * the same time.
   */
  async changeLimits(change: () => Promise<void>): Promise<void> {
    const { db } = this.database;
    await sql`select pg_advisory_xact_lock(${limitsLock})`.execute(db);
    const before = await this.listLimited();
    await change();
    const after = await this.listLimited();
    const closed = [...after].filter((id) => !before.has(id));
    const opened = [...before].filter((id) => !after.has(id));
    if (!closed.length && !opened.length) return;
    const { rows } = await sql<AuthorStats>`
      with counted as materialized (${selectListed(closed, -1)} union all ${selectListed(opened, 1)}),
      earned as (
        select c.author_id, sum(c.by) as n
        from counted c join post_reactions o on o.post_id = c.id
        where o.user_id <> c.author_id group by c.author_id
      )
      select c.author_id, sum(c.by)::int as posts,
             (coalesce(max(e.n), 0) + coalesce(sum(c.by * c.reward), 0))::int as reputation
      from counted c left join earned e on e.author_id = c.author_id
      group by c.author_id`.execute(db);
    await this.addAuthorStats(rows, 1);
  }

  /** The author of a solution that is not hidden earns reputation, unless it is the author of the thread. */
  async changeSolution(former: Solution | undefined, next: Solution | undefined): Promise<void> {
    const by = new Map<string, number>();
    for (const [solution, n] of [
      [former, -SOLUTION_REPUTATION],
      [next, SOLUTION_REPUTATION],
    ] as const)
      if (solution && isRewarded(solution)) by.set(solution.post.author_id, (by.get(solution.post.author_id) ?? 0) + n);
    await this.users.addReputations(by);
  }

  /** The categories whose posts do not count. */
  private async listLimited(): Promise<Set<string>> {
    const rows = await this.database.db
      .selectFrom('forum_categories as c')
      .select('c.id')
      .where(sql<boolean>`not ${isCategoryOpenToAll('c.id')}`)
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** Categories are locked in the order of their ids. */
  private async saveCategories(changes: readonly (CategoryChange & CountedThread)[]): Promise<void> {
    const byCategory = Map.groupBy(changes, ({ category_id }) => category_id);
    for (const [id, ofCategory] of [...byCategory].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const sum = (count: 'threads' | 'posts') => ofCategory.reduce((total, change) => total + (change[count] ?? 0), 0);
      const times = ofCategory.map(({ lastPostAt }) => lastPostAt).filter((time) => time !== undefined);
      const newest = times.length === ofCategory.length ? times.toSorted((a, b) => +b - +a)[0] : undefined;
      await this.database.db
        .updateTable('forum_categories as c')
        .set((c) => ({
          thread_count: c('c.thread_count', '+', sum('threads')),
          post_count: c('c.post_count', '+', sum('posts')),
          last_post_at: newest ? sql<Date>`greatest(c.last_post_at, ${newest}::timestamptz)` : lastPostOfCategory,
        }))
        .where('c.id', '=', id)
        .execute();
    }
  }
}

/** The newest post of the threads that count. */
const lastPostOfCategory = sql<Date>`(
  select t.last_post_at from forum_threads t
  where t.category_id = c.id and t.deleted_at is null and t.hidden_at is null
  order by t.last_post_at desc limit 1
)`;

/** The posts of categories, with what their authors earn by solutions. */
const selectListed = (categories: readonly string[], by: 1 | -1) => sql`
  select p.id, p.author_id, ${by}::int as by,
         case when p.id = t.solution_post_id and p.author_id <> t.author_id
           then ${sql.lit(SOLUTION_REPUTATION)} else 0 end as reward
  from forum_threads t join forum_posts p on p.thread_id = t.id
  where t.category_id = any(${categories}::uuid[]) and ${sql.raw(IS_LISTED_POST)}`;

const limitsLock = sql`hashtextextended('limits of forum categories', 0)`;

const sumStats = (all: readonly AuthorStats[]): AuthorStats[] =>
  [...Map.groupBy(all, ({ author_id }) => author_id)].map(([author_id, stats]) => ({
    author_id,
    posts: stats.reduce((sum, { posts }) => sum + posts, 0),
    reputation: stats.reduce((sum, { reputation }) => sum + reputation, 0),
  }));

const isRewarded = ({ post, thread }: Solution): boolean =>
  !post.is_hidden && isCounted(thread) && post.author_id !== thread.author_id;
