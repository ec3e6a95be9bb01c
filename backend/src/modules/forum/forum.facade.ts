import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Page, PageRequest } from '../../platform/http/pagination/pagination.js';
import { isCategoryReadable } from '../auth/index.js';
import type { ViewListener } from '../content/index.js';
import { type ForumContribution, ForumContributionsQueries } from './authors/forum-contributions.queries.js';
import { postPath, threadPath } from './shared/forum-limits.js';
import { currentThread } from './shared/forum-visibility.js';
import { ReadsRepository, type Watcher } from './reading/reads.repository.js';
import { ThreadsQueries } from './threads/threads.queries.js';
import { ThreadViewCounter } from './reading/thread-view-counter.js';

export interface ForumCaption {
  threadId: string;
  /** title of the thread */
  title: string;
  /** path in the frontend */
  path: string;
}

interface PostCaption extends ForumCaption {
  /** of the post in its thread */
  number: number;
}

interface UnansweredThread {
  id: string;
  title: string;
  createdAt: Date;
}

export interface ActiveThread {
  title: string;
  /** path in the frontend */
  path: string;
  replies: number;
}

/** What other modules use of the forum. */
@Injectable()
export class ForumFacade {
  constructor(
    private readonly database: Database,
    private readonly reads: ReadsRepository,
    private readonly contributions: ForumContributionsQueries,
    private readonly threads: ThreadsQueries,
    private readonly views: ThreadViewCounter,
  ) {}

  /** From the counters of the categories in which the actor may read. */
  async getTotals(actor: Actor): Promise<{ categories: number; threads: number; posts: number }> {
    const { categories, threads, posts } = await this.threads.getStats(actor);
    return { categories, threads, posts };
  }

  /** Whether threads can be started. */
  async hasCategories(): Promise<boolean> {
    const category = await this.database.db.selectFrom('forum_categories').select('id').limit(1).executeTakeFirst();
    return category !== undefined;
  }

  /** The caption of the thread, or of its merge target; undefined when it was deleted. Permissions are not checked. */
  async findThreadCaption(id: string): Promise<ForumCaption | undefined> {
    const row = await this.database.db
      .selectFrom('forum_threads as t')
      .select(['t.id', 't.title'])
      .where('t.id', '=', currentThread(id))
      .where('t.deleted_at', 'is', null)
      .executeTakeFirst();
    return row && { threadId: row.id, title: row.title, path: threadPath(row.id) };
  }

  /** Undefined when the post or its thread was deleted. Permissions are not checked. */
  async findPostCaption(id: string): Promise<PostCaption | undefined> {
    const row = await this.database.db
      .selectFrom('forum_posts as p')
      .innerJoin('forum_threads as t', 't.id', 'p.thread_id')
      .select(['p.thread_id', 't.title', 'p.number'])
      .where('p.id', '=', id)
      .where('p.deleted_at', 'is', null)
      .where('t.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) return undefined;
    const { thread_id: threadId, title, number } = row;
    return { threadId, title, path: postPath(threadId, number), number };
  }

  /** The users who watch a thread, with how far they have read. */
  listWatchers(threadId: string): Promise<Watcher[]> {
    return this.reads.listWatchers(threadId);
  }

  /** The latest threads and replies of a user that the actor may see, and one more than the limit if there are more. */
  listContributions(userId: string, actor: Actor, page: Omit<PageRequest, 'offset'>): Promise<Page<ForumContribution>> {
    return this.contributions.list(userId, actor, page);
  }

  /** Titles and paths of those threads and posts that the actor may see. */
  visibleCaptions(ids: string[], actor: Actor): Promise<Map<string, { title: string; path: string }>> {
    return this.contributions.listCaptions(ids, actor);
  }

  /** Registers a listener for views of threads, called within the transaction that stores them. */
  onViews(listener: ViewListener): void {
    this.views.addListener(listener);
  }

  /** The latest open threads without a reply that the actor may read; hidden ones are left out. */
  listUnanswered(actor: Actor, limit: number): Promise<UnansweredThread[]> {
    return this.database.db
      .selectFrom('forum_threads as t')
      .select(['t.id', 't.title', 't.created_at as createdAt'])
      .where('t.post_count', '=', sql.lit(1))
      .where('t.deleted_at', 'is', null)
      .where('t.hidden_at', 'is', null)
      .where(sql<boolean>`not t.is_locked and not t.is_solved`)
      .where(isCategoryReadable(actor, 't.category_id'))
      .orderBy('t.id', 'desc')
      .limit(limit)
      .execute();
  }

  /** Threads that the actor may read with posts of others since a time, the latest first; without hidden ones. */
  async listActive(actor: Actor, since: Date, limit: number): Promise<ActiveThread[]> {
    const rows = await this.database.db
      .selectFrom('forum_threads as t')
      .select(['t.id', 't.title', 't.post_count'])
      .where('t.deleted_at', 'is', null)
      .where('t.hidden_at', 'is', null)
      .where('t.last_post_at', '>', since)
      .where(isCategoryReadable(actor, 't.category_id'))
      .where(sql<boolean>`t.last_post_author_id is distinct from ${actor.id}::uuid`)
      .orderBy('t.last_post_at', 'desc')
      .orderBy('t.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ id, title, post_count }) => ({ title, path: threadPath(id), replies: post_count - 1 }));
  }
}
