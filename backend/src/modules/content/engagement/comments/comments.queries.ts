import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import { Config } from '../../../../platform/config/config.js';
import { DatabaseReader } from '../../../../platform/database/database-reader.js';
import { addApiPrefix } from '../../../../platform/files/file-url.js';
import { notFound } from '../../../../platform/errors/domain-error.js';
import {
  decodeCursor,
  encodeCursor,
  isAfterValues,
  type KeysetOrder,
  orderBy,
} from '../../../../platform/http/pagination/cursor.js';
import {
  COUNT_CAP,
  countCapped,
  keysetPage,
  type Page,
  toTotal,
} from '../../../../platform/http/pagination/pagination.js';
import { isVisibleTo, selectItemCategory, toCategoryActor } from '../../audience/audience.js';
import { isIdOrSlug, getKind, hasIdOrSlug } from '../../items/items.queries.js';
import { canDeleteComment, canEditComment, canResolveComment, isResolvable } from './comment.policy.js';
import { isCommentShown, isCommentVisible, selectReview } from './comment-access.js';
import type {
  CommentOrder,
  CommentResponse,
  CommentsQuery,
  CommentThreadResponse,
  CommentThreadsQuery,
  FlatCommentsQuery,
} from './comments.dto.js';

/** Replies that a top-level comment is listed with. */
export const REPLIES_PER_COMMENT = 5;

const columns: KeysetOrder['columns'] = [{ sql: sql.ref('c.id'), type: 'uuid' }];
const orders: Record<CommentOrder, KeysetOrder> = {
  newest: { name: 'comments', direction: 'desc', columns },
  oldest: { name: 'oldest comments', direction: 'asc', columns },
};

/** The rows of a list, of the comments `c` on the item `i`. */
interface CommentRows {
  isListed: RawBuilder<boolean>;
  /** Whether a reply `at` is on the page of its top-level comment. */
  isByRoot: boolean;
  /** which of all comments that the actor sees the total counts; by default the listed ones */
  isCounted?: RawBuilder<unknown>;
}

/** The parts of a statement that read one page of an ordered list. */
interface PageStatement {
  /** the condition of its rows */
  isAfter: RawBuilder<boolean>;
  /** of its rows; reversed on a page towards the beginning of the list */
  direction: KeysetOrder['direction'];
  /** what ends the statement; one row more than the limit */
  tail: RawBuilder<unknown>;
  toPage: <T extends { id: string }>(found: readonly T[]) => Page<T>;
}

@Injectable()
export class CommentsQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly config: Config,
  ) {}

  /** The comments of an item, replies among them. @throws 404 when the item is missing or not visible to the actor */
  async list(
    actor: Actor,
    kind: string,
    idOrSlug: string,
    { root_id, ...query }: FlatCommentsQuery,
  ): Promise<Page<CommentResponse>> {
    // Those of a review are listed with their top-level comment only.
    const isBelowRoot = root_id ? sql`c.root_id = ${root_id}::uuid` : sql`c.revision_id is null`;
    const isListed = sql<boolean>`(${isBelowRoot} and ${isCommentShown(actor)})`;
    const { itemId, page: statement } = await this.findPage(actor, kind, idOrSlug, query, {
      isListed,
      isByRoot: false,
    });
    const found = await this.select(actor)
      .where('c.item_id', '=', itemId)
      .where(isListed)
      .where(isVisibleTo(actor, 'i'))
      .where(statement.isAfter)
      .modifyEnd(statement.tail)
      .execute();
    const page = statement.toPage(found);
    return { ...page, rows: page.rows.map((row) => this.toComment(row, actor)) };
  }

  /**
   * The top-level comments of an item with their first replies, or the replies around the comment `at`. The total is
   * that of all comments. @throws 404 when the item is missing or not visible to the actor
   */
  async listThreads(
    actor: Actor,
    kind: string,
    idOrSlug: string,
    { passages, resolved, revision_id, ...query }: CommentThreadsQuery,
  ): Promise<Page<CommentThreadResponse>> {
    const isInScope = sql.join(
      [
        revision_id ? sql`c.revision_id = ${revision_id}::uuid` : sql`c.revision_id is null`,
        ...(passages === undefined ? [] : [passages ? sql`c.anchor is not null` : sql`c.anchor is null`]),
        ...(resolved === undefined ? [] : [resolved ? sql`c.resolved_at is not null` : sql`c.resolved_at is null`]),
      ],
      sql` and `,
    );
    const isListed = sql<boolean>`(c.root_id is null and ${isInScope} and (${isCommentShown(actor)} or exists (
      select 1 from comments r where r.root_id = c.id and ${isCommentShown(actor, 'r')}
    )))`;
    const { itemId, page: statement } = await this.findPage(actor, kind, idOrSlug, query, {
      isListed,
      isByRoot: true,
      isCounted: revision_id ? sql`c.revision_id = ${revision_id}::uuid` : sql`c.revision_id is null`,
    });
    const isReply = sql`r.root_id = t.id and ${isCommentShown(actor, 'r')}`;
    // The window of replies that contains `at`; after the deletion of the last reply, the one before.
    const before = query.at
      ? sql`case when t.id = (select root_id from comments where id = ${query.at}::uuid) then (
          select greatest(0, least(count(*) filter (where r.id < ${query.at}::uuid), count(*) - 1))
                 / ${sql.lit(REPLIES_PER_COMMENT)} * ${sql.lit(REPLIES_PER_COMMENT)}
          from comments r where ${isReply}
        ) else 0 end`
      : sql`0`;
    const found = await this.select(actor)
      .innerJoin(
        sql<{ id: string; thread_id: string; reply_count: number; replies_before: number }>`(
          with threads as (
            select t.id, ${countCapped(sql`from comments r where ${isReply}`)} as reply_count,
                   (${before})::int as replies_before
            from (
              select c.id from comments c where c.item_id = ${itemId}::uuid and ${isListed} and ${statement.isAfter}
              ${statement.tail}
            ) t
          )
          select t.id, t.id as thread_id, t.reply_count, t.replies_before from threads t
          union all
          select w.id, t.id, t.reply_count, t.replies_before
          from threads t cross join lateral (
            select r.id from comments r where ${isReply}
            order by r.id offset t.replies_before limit ${sql.lit(REPLIES_PER_COMMENT)}
          ) w
        )`.as('l'),
        'l.id',
        'c.id',
      )
      .select(['l.thread_id', 'l.reply_count', 'l.replies_before', isCommentShown(actor).as('is_shown')])
      .where(isVisibleTo(actor, 'i'))
      .orderBy('l.thread_id', statement.direction)
      .orderBy('c.id')
      .execute();
    const page = statement.toPage(found.filter(({ id, thread_id }) => id === thread_id));
    const rows = page.rows.map((root) => ({
      id: root.id,
      comment: root.is_shown ? this.toComment(root, actor) : null,
      reply_count: Math.min(root.reply_count, COUNT_CAP),
      replies_before: root.replies_before,
      replies: found
        .filter(({ id, thread_id }) => thread_id === root.id && id !== root.id)
        .map((reply) => this.toComment(reply, actor)),
    }));
    return { ...page, rows, hasUnknownLast: true };
  }

  /** @throws 404 */
  async get(actor: Actor, id: string): Promise<CommentResponse> {
    const row = await this.select(actor).where('c.id', '=', id).where(isCommentVisible(actor)).executeTakeFirst();
    if (!row) throw notFound('comment');
    return this.toComment(row, actor);
  }

  private select(actor: Actor) {
    return this.database.db
      .selectFrom('comments as c')
      .innerJoin('content_items as i', 'i.id', 'c.item_id')
      .innerJoin('people as a', 'a.id', 'c.author_id')
      .select([
        'c.id',
        'i.kind',
        'c.item_id',
        'c.root_id',
        'c.parent_id',
        sql<string | null>`(
          select p.name from comments parent join people p on p.id = parent.author_id
          where parent.id = c.parent_id and ${isCommentShown(actor, 'parent')}
        )`.as('parent_author'),
        'c.content',
        'c.author_id',
        'a.name',
        'a.handle',
        'a.role',
        'a.avatar_url',
        'c.hidden_at',
        'c.created_at',
        'c.edited_at',
        'c.edited_by_moderator',
        'c.revision_id',
        'c.anchor',
        'c.is_outdated',
        'c.resolved_at',
        sql<string | null>`(select p.name from people p where p.id = c.resolved_by)`.as('resolved_by'),
        'i.author_id as item_author_id',
        selectReview.as('review'),
        selectItemCategory('i').as('category_scope'),
        sql<CommentResponse['mentions']>`(
          select coalesce(
                   json_agg(json_build_object('id', m.id, 'name', m.name, 'handle', m.handle) order by m.id), '[]'
                 )
          from people m where m.id = any(c.mentioned)
        )`.as('mentions'),
      ]);
  }

  /** The item, the number of its comments that the actor sees, and how to read the page. @throws 404 */
  private async findPage(
    actor: Actor,
    kind: string,
    idOrSlug: string,
    { at, before, after, cursor, limit, page: pageNumber, order: orderName = 'newest' }: Omit<CommentsQuery, 'offset'>,
    { isListed, isByRoot, isCounted }: CommentRows,
  ): Promise<{ itemId: string; page: PageStatement }> {
    const known = getKind(kind);
    const order = orders[orderName];
    const listed = sql`from comments c where c.item_id = i.id and ${isListed}`;
    const target = isByRoot
      ? sql`coalesce((select root_id from comments where id = ${at}::uuid), ${at}::uuid)`
      : sql`${at}::uuid`;
    const isBeforeTarget = sql`c.id ${sql.raw(orderName === 'newest' ? '>' : '<')} ${target}`;
    const counted = isCounted
      ? sql`from comments c where c.item_id = i.id and ${isCounted} and ${isCommentShown(actor)}`
      : listed;
    const item = isIdOrSlug(idOrSlug)
      ? (
          await sql<{ id: string; total: number; rows: number; ahead: number }>`
            select i.id, ${countCapped(counted)} as total,
                   ${at ? sql`(select count(*)::int ${listed})` : sql`0`} as rows,
                   ${at ? sql`(select count(*)::int ${listed} and ${isBeforeTarget})` : sql`0`} as ahead
            from content_items i where ${hasIdOrSlug(known, idOrSlug)} and ${isVisibleTo(actor, 'i')}`.execute(
            this.database.db,
          )
        ).rows[0]
      : undefined;
    if (!item) throw notFound(known);
    const total = toTotal(item.total);
    const forward = orderName === 'newest' ? 'before' : 'after';
    const from = after ?? before;
    const ordered = (isReversed: boolean, skipped = 0) =>
      sql`order by ${orderBy(order, isReversed)} limit ${limit + 1}${skipped > 0 ? sql` offset ${skipped}` : sql``}`;
    const encode = (last: { id: string } | undefined) => (last ? encodeCursor(order, [last.id]) : null);
    if (from) {
      const isBackward = (after ? 'after' : 'before') !== forward;
      const toPage: PageStatement['toPage'] = (found) => {
        const { rows, neighbours } = keysetPage(found, limit, isBackward, forward);
        return { ...total, rows, neighbours, nextCursor: encode(neighbours.next ? rows.at(-1) : undefined) };
      };
      const isAfter = isAfterValues(order, [from], isBackward);
      const direction = after ? 'asc' : 'desc';
      return { itemId: item.id, page: { isAfter, direction, tail: ordered(isBackward), toPage } };
    }
    // For a deleted comment, the page of its former neighbours.
    const page = at ? Math.floor(Math.min(item.ahead, Math.max(0, item.rows - 1)) / limit) + 1 : pageNumber;
    const isByCursor = cursor !== undefined && !at;
    const isAfter = isByCursor ? isAfterValues(order, decodeCursor(order, cursor)) : sql<boolean>`true`;
    const toPage: PageStatement['toPage'] = (found) => {
      const rows = found.slice(0, limit);
      return { ...total, rows, page, nextCursor: encode(found.length > limit ? rows.at(-1) : undefined) };
    };
    const tail = ordered(false, isByCursor ? 0 : (page - 1) * limit);
    return { itemId: item.id, page: { isAfter, direction: order.direction, tail, toPage } };
  }

  private toComment(row: CommentRow, actor: Actor): CommentResponse {
    const acting = toCategoryActor(actor, row.category_scope);
    const picture = addApiPrefix(this.config.env.API_PREFIX, row.avatar_url);
    return {
      id: row.id,
      content_type: row.kind,
      content_id: row.item_id,
      root_id: row.root_id,
      parent_id: row.parent_id,
      parent_author: row.parent_author,
      content: row.content,
      author: { id: row.author_id, name: row.name, handle: row.handle, role: row.role, picture, avatar_url: picture },
      mentions: row.mentions,
      is_hidden: row.hidden_at !== null,
      created_at: row.created_at.toISOString(),
      edited_at: row.edited_at?.toISOString() ?? null,
      edited_by_moderator: row.edited_by_moderator,
      anchor: row.anchor,
      is_outdated: row.is_outdated,
      resolved_at: row.resolved_at?.toISOString() ?? null,
      resolved_by: row.resolved_at && row.resolved_by,
      revision_id: row.revision_id,
      ...(actor.isGuest
        ? {}
        : {
            abilities: {
              edit: canEditComment(acting, row),
              delete: canDeleteComment(acting, row),
              resolve: isResolvable(row) && canResolveComment(acting, row),
            },
          }),
    };
  }
}

type CommentRow = Awaited<ReturnType<ReturnType<CommentsQueries['select']>['execute']>>[number];
