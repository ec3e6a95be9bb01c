import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { getPostPage } from '@hub/shared/thread-pages';
import { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { createBatchLoader, prepared } from '../../../platform/database/prepared.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { type CategoryScope, selectCategoryScope, selectRestrictedTo } from '../../auth/index.js';
import { canDeleteThread, canEditThread, canModerate, canReply, canSolveThread } from '../shared/forum.policy.js';
import {
  canReadIn,
  currentThread,
  isShownWithin,
  prepareActor,
  type PreparedActor,
} from '../shared/forum-visibility.js';
import { ContentFacade } from '../../content/index.js';
import { hasReplies } from '../repositories/forum.repository.js';
import { ThreadViewCounter } from '../reading/thread-view-counter.js';
import { firstUnread, joinReads, lastRead } from '../reading/unread.js';
import { threadSummaryColumns, threadSummaryJoins, type ThreadSummaryRow, toThreadSummary } from './thread.mapper.js';
import type { ForumStatsResponse, ThreadResponse } from './threads.dto.js';

interface ThreadRow extends ThreadSummaryRow {
  scope: CategoryScope | null;
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
  restricted_to: string[] | null;
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

const toOwnKey = (userId: string, threadId: string): string => `${userId} ${threadId}`;

/** Whether the reader may read in its category is checked by their groups, since readers share the row. */
const findThread = prepared<PreparedActor & { id: string }, ThreadRow>(
  (_db, values) => sql<ThreadRow>`
    select ${threadSummaryColumns}, t.hidden_at is not null as is_hidden, t.edited_at, s.id as solution_post_id,
           s.number as solution_number, t.solution_post_id is not null and s.id is null as has_hidden_solution,
           ${hasReplies(sql.ref('t.id'))} as has_replies,
           c.name as category_name, c.icon as category_icon, c.color as category_color, c.parent_category_id,
           parent.name as parent_name, ct.item_id as about_id, ct.second as about_second,
           ${selectCategoryScope('t.category_id')} as scope, ${selectRestrictedTo('t.category_id')} as restricted_to
    from forum_threads t ${threadSummaryJoins}
    join forum_categories c on c.id = t.category_id
    left join forum_categories parent on parent.id = c.parent_category_id
    left join forum_posts s on s.id = t.solution_post_id and ${isShownWithin(values, 's')}
    left join lateral (
      select d.item_id, d.second from content_threads d
      where d.thread_id = t.id and d.kind = 'DISCUSSION' order by d.position, d.item_id limit 1
    ) ct on true
    where t.id = ${currentThread(values.id)} and ${isShownWithin(values, 't')}`,
);

type OwnThreadWithKey = OwnThreadRow & { user_id: string; id: string };

const findOwnThreads = prepared<{ user_ids: string[]; thread_ids: string[] }, OwnThreadWithKey>(
  (_db, values) => sql<OwnThreadWithKey>`
    select w.user_id, t.id, ${firstUnread} as first_unread, ${lastRead} as last_read,
           coalesce(r.is_watched, false) as is_watched
    from unnest(${values.user_ids}::uuid[], ${values.thread_ids}::uuid[]) as w (user_id, thread_id)
    join forum_threads t on t.id = w.thread_id ${joinReads(sql.ref('w.user_id'))}`,
);

@Injectable()
export class ThreadsQueries {
  private readonly loadOwn = createBatchLoader((keys) => this.findOwn(keys));

  constructor(
    private readonly database: DatabaseReader,
    private readonly cache: QueryCache,
    private readonly views: ThreadViewCounter,
    private readonly content: ContentFacade,
  ) {}

  /** The thread, or its merge target. @returns undefined when it is missing or not visible to the actor */
  async find(id: string, actor: Actor): Promise<ThreadResponse | undefined> {
    if (!isId(id)) return undefined;
    const row = await this.findRow(id, actor);
    if (!row) return undefined;
    const own = actor.id ? await this.loadOwn(toOwnKey(actor.id, row.id)) : undefined;
    const about = await this.findAbout(row, actor);
    return toThread(this.views.withPending(row), own, actor, about);
  }

  /** What guests see too, or would in a category without limits, is shared; the rest is read for the actor. */
  private async findRow(id: string, actor: Actor): Promise<ThreadRow | undefined> {
    const shared = await this.cache.read(`thread ${id}`, async () => {
      const row = await this.load(id, Actor.guest);
      return row && this.views.forCache(row);
    });
    const row = actor.isGuest || (shared && !shared.has_hidden_solution) ? shared : await this.load(id, actor);
    return row && canReadIn(actor, row) ? row : undefined;
  }

  private async load(id: string, actor: Actor): Promise<ThreadRow | undefined> {
    const [row] = await findThread(this.database.db, { ...prepareActor(actor), id });
    return row;
  }

  /** Requests of many users that arrive together are answered by one statement. @param keys of {@link toOwnKey} */
  private async findOwn(keys: readonly string[]): Promise<Map<string, OwnThreadRow>> {
    const pairs = keys.map((key) => key.split(' ') as [userId: string, threadId: string]);
    const rows = await findOwnThreads(this.database.db, {
      user_ids: pairs.map(([userId]) => userId),
      thread_ids: pairs.map(([, threadId]) => threadId),
    });
    return new Map(rows.map(({ user_id, id, ...own }) => [toOwnKey(user_id, id), own]));
  }

  /** As {@link find}. @throws 404 when it is missing or not visible to the actor */
  async get(id: string, actor: Actor): Promise<ThreadResponse> {
    const thread = await this.find(id, actor);
    if (!thread) throw notFound('thread');
    return thread;
  }

  /** Null also when the actor may not see the item. */
  private async findAbout({ about_id, about_second }: ThreadRow, actor: Actor): Promise<ThreadResponse['about']> {
    const item = about_id && (await this.content.visibleCaptions([about_id], actor)).get(about_id);
    if (!item) return null;
    return { item_type: item.kind, item_id: item.id, slug: item.slug, title: item.title, second: about_second };
  }

  /** Totals of the categories in which the actor may read, and the user's own posts. */
  async getStats(actor: Actor): Promise<ForumStatsResponse> {
    const { db } = this.database;
    const categories = await this.cache.read('forum stats', () =>
      db
        .selectFrom('forum_categories as c')
        .select(['c.thread_count', 'c.post_count', selectCategoryScope('c.id').as('scope')])
        .execute(),
    );
    const readable = categories.filter((category) => canReadIn(actor, category));
    const own = actor.id
      ? await db.selectFrom('people').select('post_count as own_posts').where('id', '=', actor.id).executeTakeFirst()
      : undefined;
    return {
      threads: sumOf(readable.map(({ thread_count }) => thread_count)),
      posts: sumOf(readable.map(({ post_count }) => post_count)),
      categories: readable.length,
      ...own,
    };
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

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
      is_restricted: row.restricted_to !== null,
      restricted_to: row.restricted_to ?? [],
    },
    pages: getPostPage(row.last_number),
    is_hidden: row.is_hidden,
    edited_at: row.edited_at?.toISOString() ?? null,
    solution_post_id: row.solution_post_id,
    solution_number: row.solution_number,
    about,
    ...(own && {
      last_read: own.last_read,
      is_watched: own.is_watched,
      abilities: getAbilities(row, actor),
    }),
  };
}

const getAbilities = (row: ThreadRow, actor: Actor) => ({
  reply: canReply(actor, row),
  edit: canEditThread(actor, row),
  delete: canDeleteThread(actor, row, row.has_replies),
  solve: canSolveThread(actor, row),
  moderate: canModerate(actor, row),
});
