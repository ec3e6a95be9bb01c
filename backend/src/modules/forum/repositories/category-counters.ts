import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';

/** What is added to the counters of a category. */
export interface CategoryChange {
  category_id: string;
  /** hidden threads do not count in their category */
  is_hidden?: boolean;
  threads: number;
  posts: number;
  /** the time of a new post; without one the last post is read from the threads */
  lastPostAt?: Date;
}

/**
 * Changes the counters of categories at the end of the current transaction, since replies to all threads of a category
 * wait for its row. The order of locks is thread, user, category; categories are locked in the order of their ids.
 */
@Injectable()
export class CategoryCounters {
  /** by transaction */
  private readonly pending = new WeakMap<object, CategoryChange[]>();

  constructor(
    private readonly database: Database,
    private readonly cache: QueryCache,
  ) {}

  add(...changes: readonly CategoryChange[]): void {
    const { db } = this.database;
    const pending = this.pending.get(db) ?? [];
    if (!this.pending.has(db)) {
      this.database.beforeCommit(() => this.save(pending));
      this.pending.set(db, pending);
    }
    pending.push(...changes.filter(({ is_hidden }) => !is_hidden));
    this.cache.invalidate();
  }

  private async save(changes: readonly CategoryChange[]): Promise<void> {
    const byCategory = Map.groupBy(changes, ({ category_id }) => category_id);
    for (const [id, ofCategory] of [...byCategory].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const sum = (count: 'threads' | 'posts') => ofCategory.reduce((total, change) => total + change[count], 0);
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
