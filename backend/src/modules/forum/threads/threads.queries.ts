import { Injectable } from '@nestjs/common';
import { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { createBatchLoader } from '../../../platform/database/batch-loader.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { canDeleteThread, canEditThread, canModerateForum, canReply, canSolveThread } from '../shared/forum.policy.js';
import { pageOfPost } from '../shared/forum-limits.js';
import { currentThread, isShownTo, threadVisibleTo, visibilityParameters } from '../shared/forum-visibility.js';
import { ContentThreads } from '../repositories/content-threads.js';
import { hasReplies } from '../repositories/threads.repository.js';
import { ThreadViews } from '../reading/thread-views.js';
import { firstUnread, lastRead, unreadJoins } from '../reading/unread.js';
import { threadSummaryColumns, threadSummaryJoins, type ThreadSummaryRow, toThreadSummary } from './thread.mapper.js';
import type { ForumStatsResponse, ThreadResponse } from './threads.dto.js';

interface ThreadRow extends ThreadSummaryRow {
  is_hidden: boolean;
  edited_at: Date | null;
  solution_post_id: string | null;
  solution_number: number | null;
  /** others than guests may see it */
  has_hidden_solution: boolean;
  has_replies: boolean;
  category_name: string;
  category_icon: string;
  category_color: string;
  parent_category_id: string | null;
  parent_name: string | null;
  about_id: string | null;
  about_second: number | null;
}

/** How far a user has read a thread. */
interface OwnThreadRow {
  first_unread: number | null;
  last_read: number;
  is_watched: boolean;
}

const ownKey = (userId: string, threadId: string): string => `${userId} ${threadId}`;

@Injectable()
export class ThreadsQueries {
  private readonly loadOwn = createBatchLoader((keys) => this.findOwn(keys));

  constructor(
    private readonly database: DatabaseReader,
    private readonly cache: QueryCache,
    private readonly views: ThreadViews,
    private readonly links: ContentThreads,
  ) {}

  /** The thread, or its merge target. @returns undefined when it is missing or not visible to the actor */
  async find(id: string, actor: Actor): Promise<ThreadResponse | undefined> {
    if (!isId(id)) return undefined;
    const row = await this.findRow(id, actor);
    if (!row) return undefined;
    const own = actor.id ? await this.loadOwn(ownKey(actor.id, row.id)) : undefined;
    const about = await this.findAbout(row, actor);
    return toThread(this.views.withPending(row), own, actor, about);
  }

  /** What guests see too is shared; the rest is read for the actor. */
  private async findRow(id: string, actor: Actor): Promise<ThreadRow | undefined> {
    const shared = await this.cache.read(`thread ${id}`, async () => {
      const row = await this.load(id, Actor.guest);
      return row && this.views.forCache(row);
    });
    return actor.isGuest || (shared && !shared.has_hidden_solution) ? shared : this.load(id, actor);
  }

  private async load(id: string, actor: Actor): Promise<ThreadRow | undefined> {
    return this.database.one<ThreadRow>(
      `select ${threadSummaryColumns}, t.hidden_at is not null as is_hidden, t.edited_at, s.id as solution_post_id,
              s.number as solution_number, t.solution_post_id is not null and s.id is null as has_hidden_solution,
              ${hasReplies('t.id')} as has_replies,
              c.name as category_name, c.icon as category_icon, c.color as category_color, c.parent_category_id,
              parent.name as parent_name, ct.item_id as about_id, ct.second as about_second
       from forum_threads t ${threadSummaryJoins}
       join forum_categories c on c.id = t.category_id
       left join forum_categories parent on parent.id = c.parent_category_id
       left join forum_posts s on s.id = t.solution_post_id and ${isShownTo('s', { me: '$1', seesHidden: '$2' })}
       left join lateral (
         select d.item_id, d.second from content_threads d
         where d.thread_id = t.id and d.kind = 'DISCUSSION' order by d.position, d.item_id limit 1
       ) ct on true
       where t.id = ${currentThread('$3')} and ${threadVisibleTo('t', { me: '$1', seesHidden: '$2' })}`,
      [...visibilityParameters(actor), id],
    );
  }

  /** Requests of many users that arrive together are answered by one statement. @param keys of {@link ownKey} */
  private async findOwn(keys: readonly string[]): Promise<Map<string, OwnThreadRow>> {
    const pairs = keys.map((key) => key.split(' '));
    const rows = await this.database.query<OwnThreadRow & { user_id: string; id: string }>(
      `select w.user_id, t.id, ${firstUnread} as first_unread, ${lastRead} as last_read,
              coalesce(r.is_watched, false) as is_watched
       from unnest($1::uuid[], $2::uuid[]) as w (user_id, thread_id)
       join forum_threads t on t.id = w.thread_id ${unreadJoins('w.user_id')}`,
      [pairs.map(([userId]) => userId), pairs.map(([, id]) => id)],
    );
    return new Map(rows.map(({ user_id, id, ...own }) => [ownKey(user_id, id), own]));
  }

  /** As {@link find}. @throws 404 when it is missing or not visible to the actor */
  async get(id: string, actor: Actor): Promise<ThreadResponse> {
    const thread = await this.find(id, actor);
    if (!thread) throw notFound('This thread');
    return thread;
  }

  /** Null also when the actor may not see the item. */
  private async findAbout({ about_id, about_second }: ThreadRow, actor: Actor): Promise<ThreadResponse['about']> {
    const item = about_id && (await this.links.findItems(actor, [about_id])).get(about_id);
    if (!item) return null;
    return { item_type: item.kind, item_id: item.id, slug: item.slug, title: item.title, second: about_second };
  }

  /** Totals of the whole forum, and the user's own posts. */
  async getStats(actor: Actor): Promise<ForumStatsResponse> {
    const totals = await this.cache.read('forum stats', () =>
      this.database.one<Omit<ForumStatsResponse, 'own_posts'>>(
        `select coalesce(sum(c.thread_count), 0)::int as threads, coalesce(sum(c.post_count), 0)::int as posts,
                count(*)::int as categories
         from forum_categories c`,
      ),
    );
    const own = actor.id
      ? await this.database.one<{ own_posts: number }>('select post_count as own_posts from people where id = $1', [
          actor.id,
        ])
      : undefined;
    return { threads: 0, posts: 0, categories: 0, ...totals, ...own };
  }
}

function toThread(
  row: ThreadRow,
  own: OwnThreadRow | undefined,
  actor: Actor,
  about: ThreadResponse['about'],
): ThreadResponse {
  return {
    ...toThreadSummary(row, own?.first_unread),
    category: {
      id: row.category_id,
      name: row.category_name,
      icon: row.category_icon,
      color: row.category_color,
      parent_name: row.parent_name,
      parent_category_id: row.parent_category_id,
    },
    pages: pageOfPost(row.last_number),
    is_hidden: row.is_hidden,
    edited_at: row.edited_at?.toISOString() ?? null,
    solution_post_id: row.solution_post_id,
    solution_number: row.solution_number,
    about,
    ...(own && {
      last_read: own.last_read,
      is_watched: own.is_watched,
      abilities: abilitiesOf(row, actor),
    }),
  };
}

const abilitiesOf = (row: ThreadRow, actor: Actor) => ({
  reply: canReply(actor, row),
  edit: canEditThread(actor, row),
  delete: canDeleteThread(actor, row, row.has_replies),
  solve: canSolveThread(actor, row),
  moderate: canModerateForum(actor),
});
