import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import { Config } from '../../../../platform/config/config.js';
import { DatabaseReader } from '../../../../platform/database/database-reader.js';
import { addApiPrefix } from '../../../../platform/files/file-url.js';
import { notFound } from '../../../../platform/errors/domain-error.js';
import { encodeCursor, type KeysetOrder, selectSortValues } from '../../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  countCapped,
  keysetPage,
  type Page,
  toPage,
  toTotal,
} from '../../../../platform/http/pagination/pagination.js';
import { isVisibleTo, type ContentKind } from '../../audience/audience.js';
import { itemLabel, isIdOrSlug, kindOf, hasIdOrSlug } from '../../items/items.queries.js';
import { canDeleteComment, canEditComment } from './comment.policy.js';
import { isCommentShown, isCommentVisible } from './comment-access.js';
import type { CommentResponse, CommentsQuery } from './comments.dto.js';

const newestFirst: KeysetOrder = {
  name: 'comments',
  direction: 'desc',
  columns: [{ sql: sql.ref('c.id'), type: 'uuid' }],
};

interface ItemCounts {
  id: string;
  total: number;
  newer: number;
}

@Injectable()
export class CommentsQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly config: Config,
  ) {}

  /** The comments of an item, the newest first. @throws 404 when the item is missing or not visible to the actor */
  async list(
    actor: Actor,
    kind: string,
    idOrSlug: string,
    { at, before, after, cursor, limit, ...query }: CommentsQuery,
  ): Promise<Page<CommentResponse>> {
    const known = kindOf(kind);
    const item = isIdOrSlug(idOrSlug) && (await this.countComments(actor, known, idOrSlug, at));
    if (!item) throw notFound(itemLabel(known));
    const { total } = item;
    const counted = toTotal(total);
    const selected = this.selectVisible(actor).where('c.item_id', '=', item.id);
    const from = after ?? before;
    if (from) {
      const found = await selected
        .where('c.id', after ? '>' : '<', from)
        .orderBy('c.id', after ? 'asc' : 'desc')
        .limit(limit + 1)
        .execute();
      const { rows, neighbours } = keysetPage(found, limit, Boolean(after));
      const last = neighbours.next?.['before'];
      return {
        ...counted,
        rows: rows.map((row) => this.toComment(row, actor)),
        neighbours,
        nextCursor: last ? encodeCursor(newestFirst, [last]) : null,
      };
    }
    // For a deleted comment, the page of its former neighbours.
    const page = at ? Math.floor(Math.min(item.newer, Math.max(0, total - 1)) / limit) + 1 : query.page;
    const { isAfter, tail } = buildPage(newestFirst, { cursor: at ? undefined : cursor, limit, page });
    const found = await selected.where(isAfter).modifyEnd(tail).execute();
    const { rows, nextCursor } = toPage<CommentRow>(newestFirst, found, limit);
    return { ...counted, rows: rows.map((row) => this.toComment(row, actor)), page, nextCursor };
  }

  /** @throws 404 */
  async get(actor: Actor, id: string): Promise<CommentResponse> {
    const row = await this.selectVisible(actor).where('c.id', '=', id).executeTakeFirst();
    if (!row) throw notFound('This comment');
    return this.toComment(row, actor);
  }

  private selectVisible(actor: Actor) {
    return this.database.db
      .selectFrom('comments as c')
      .innerJoin('content_items as i', 'i.id', 'c.item_id')
      .innerJoin('people as a', 'a.id', 'c.author_id')
      .select([
        'c.id',
        'i.kind',
        'c.item_id',
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
        sql<CommentResponse['mentions']>`(
          select coalesce(
                   json_agg(json_build_object('id', m.id, 'name', m.name, 'handle', m.handle) order by m.id), '[]'
                 )
          from people m where m.id = any(c.mentioned)
        )`.as('mentions'),
        selectSortValues(newestFirst).as('sort_values'),
      ])
      .where(isCommentVisible(actor));
  }

  /** The item, the number of comments the actor sees, and of those newer than `at`. */
  private async countComments(
    actor: Actor,
    kind: ContentKind,
    idOrSlug: string,
    at: string | undefined,
  ): Promise<ItemCounts | undefined> {
    const shown = sql`from comments c where c.item_id = i.id and ${isCommentShown(actor)}`;
    const newer = at ? sql`(select count(*)::int ${shown} and c.id > ${at}::uuid)` : sql`0`;
    const { rows } = await sql<ItemCounts>`
      select i.id, ${countCapped(shown)} as total, ${newer} as newer
      from content_items i where ${hasIdOrSlug(kind, idOrSlug)} and ${isVisibleTo(actor, 'i')}`.execute(
      this.database.db,
    );
    return rows[0];
  }

  private toComment(row: CommentRow, actor: Actor): CommentResponse {
    const picture = addApiPrefix(this.config.env.API_PREFIX, row.avatar_url);
    return {
      id: row.id,
      content_type: row.kind,
      content_id: row.item_id,
      content: row.content,
      author: { id: row.author_id, name: row.name, handle: row.handle, role: row.role, picture, avatar_url: picture },
      mentions: row.mentions,
      is_hidden: row.hidden_at !== null,
      created_at: row.created_at.toISOString(),
      edited_at: row.edited_at?.toISOString() ?? null,
      edited_by_moderator: row.edited_by_moderator,
      ...(actor.isGuest
        ? {}
        : { abilities: { edit: canEditComment(actor, row), delete: canDeleteComment(actor, row) } }),
    };
  }
}

type CommentRow = Awaited<ReturnType<ReturnType<CommentsQueries['selectVisible']>['execute']>>[number];
