import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { canDeleteThread, canEditThread, canModerateForum, canReply, canSolveThread } from '../forum.policy.js';
import { pageOfPost } from '../forum-limits.js';
import { currentThread, isShownTo, threadVisibleTo, visibilityParameters } from '../forum-visibility.js';
import { ContentThreads } from '../repositories/content-threads.js';
import { ThreadViews } from '../repositories/thread-views.js';
import { firstUnread, lastRead, unreadJoins } from '../unread.js';
import { threadSummaryColumns, threadSummaryJoins, type ThreadSummaryRow, toThreadSummary } from './thread.mapper.js';
import type { ForumStatsResponse, ThreadResponse } from './threads.dto.js';

interface ThreadRow extends ThreadSummaryRow {
  is_hidden: boolean;
  edited_at: Date | null;
  solution_post_id: string | null;
  solution_number: number | null;
  category_name: string;
  category_icon: string;
  category_color: string;
  parent_category_id: string | null;
  parent_name: string | null;
  first_unread: number | null;
  last_read: number;
  is_watched: boolean | null;
  about_id: string | null;
  about_second: number | null;
}

@Injectable()
export class ThreadsQueries {
  constructor(
    private readonly database: Database,
    private readonly cache: QueryCache,
    private readonly views: ThreadViews,
    private readonly links: ContentThreads,
  ) {}

  /** The thread, or its merge target. @returns undefined when it is missing or not visible to the actor */
  async find(id: string, actor: Actor): Promise<ThreadResponse | undefined> {
    if (!isId(id)) return undefined;
    const row = await this.database.one<ThreadRow>(
      `select ${threadSummaryColumns}, t.hidden_at is not null as is_hidden, t.edited_at, s.id as solution_post_id,
              s.number as solution_number, c.name as category_name, c.icon as category_icon,
              c.color as category_color, c.parent_category_id, parent.name as parent_name,
              ${firstUnread} as first_unread, ${lastRead} as last_read, r.is_watched,
              ct.item_id as about_id, ct.second as about_second
       from forum_threads t ${threadSummaryJoins}
       join forum_categories c on c.id = t.category_id
       left join forum_categories parent on parent.id = c.parent_category_id
       left join forum_posts s on s.id = t.solution_post_id and ${isShownTo('s', { me: '$1', seesHidden: '$2' })}
       ${unreadJoins('$1')}
       left join content_threads ct on ct.thread_id = t.id and ct.kind = 'DISCUSSION'
       where t.id = ${currentThread('$3')} and ${threadVisibleTo('t', { me: '$1', seesHidden: '$2' })}`,
      [...visibilityParameters(actor), id],
    );
    if (!row) return undefined;
    const about = await this.findAbout(row, actor);
    return toThread(this.views.withPending(row), actor, about);
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

function toThread(row: ThreadRow, actor: Actor, about: ThreadResponse['about']): ThreadResponse {
  return {
    ...toThreadSummary(row, actor.isGuest ? undefined : row.first_unread),
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
    ...(!actor.isGuest && {
      last_read: row.last_read,
      is_watched: row.is_watched ?? false,
      abilities: abilitiesOf(row, actor),
    }),
  };
}

const abilitiesOf = (row: ThreadRow, actor: Actor) => ({
  reply: canReply(actor, row),
  edit: canEditThread(actor, row),
  delete: canDeleteThread(actor, row, row.post_count > 1),
  solve: canSolveThread(actor, row),
  moderate: canModerateForum(actor),
});
