import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Config } from '../../../../platform/config/config.js';
import { DatabaseReader } from '../../../../platform/database/database-reader.js';
import { addApiPrefix } from '../../../../platform/files/file-url.js';
import { notFound } from '../../../../platform/http/errors/domain-error.js';
import {
  encodeCursor,
  type KeysetOrder,
  sortValuesSql,
  type SortedRow,
} from '../../../../platform/http/pagination/cursor.js';
import { keysetPage, type Page, pageSql, toPage } from '../../../../platform/http/pagination/pagination.js';
import { audiencesOf, visibleTo } from '../../items/audience.js';
import type { ContentKind } from '../../items/enums.js';
import { itemLabel, isIdOrSlug, kindOf, whereIdOrSlug } from '../../items/items.queries.js';
import { canDeleteComment, canEditComment, canModerateComments } from './comment.policy.js';
import { commentVisibleTo, isShownTo } from './comment-visibility.js';
import type { CommentResponse, CommentsQuery } from './comments.dto.js';

interface CommentRow {
  id: string;
  kind: ContentKind;
  item_id: string;
  content: string;
  author_id: string;
  name: string;
  handle: string;
  role: string;
  /** below the API's prefix */
  avatar_url: string | null;
  mentions: { id: string; name: string; handle: string }[];
  hidden_at: Date | null;
  created_at: Date;
  edited_at: Date | null;
  edited_by_moderator: boolean;
}

interface ItemCounts {
  id: string;
  total: number;
  newer: number;
}

const COUNT_CAP = 1000;
const newestFirst: KeysetOrder = { name: 'comments', direction: 'desc', columns: [{ sql: 'c.id', type: 'uuid' }] };
const select = `
  select c.id, i.kind, c.item_id, c.content, c.author_id, a.name, a.handle, a.role, a.avatar_url,
         c.hidden_at, c.created_at, c.edited_at, c.edited_by_moderator,
         (
           select coalesce(
                    json_agg(json_build_object('id', m.id, 'name', m.name, 'handle', m.handle) order by m.id), '[]'
                  )
           from people m where m.id = any(c.mentioned)
         ) as mentions, ${sortValuesSql(newestFirst)}
  from comments c
  join content_items i on i.id = c.item_id
  join people a on a.id = c.author_id`;
const visible = commentVisibleTo('c', 'i', { audiences: '$1', me: '$2', moderates: '$3' });
const actorParameters = (actor: Actor) => [audiencesOf(actor), actor.id, canModerateComments(actor)];

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
    const counted = { total: Math.min(total, COUNT_CAP), capped: total > COUNT_CAP };
    const from = after ?? before;
    if (from) {
      const found = await this.database.query<CommentRow>(
        `${select}
         where c.item_id = $4 and ${visible} and c.id ${after ? '>' : '<'} $5::uuid
         order by c.id ${after ? 'asc' : 'desc'} limit $6`,
        [...actorParameters(actor), item.id, from, limit + 1],
      );
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
    const page = at ? Math.floor(Math.min(item.newer, Math.max(0, item.total - 1)) / limit) + 1 : query.page;
    const values: unknown[] = [...actorParameters(actor), item.id];
    const place = { cursor: at ? undefined : cursor, limit, offset: (page - 1) * limit };
    const { isAfter, tail } = pageSql(newestFirst, place, (value) => `$${values.push(value)}`);
    const found = await this.database.query<CommentRow & SortedRow>(
      `${select} where c.item_id = $4 and ${visible} and ${isAfter} ${tail}`,
      values,
    );
    const { rows, nextCursor } = toPage<CommentRow>(newestFirst, found, limit);
    return { ...counted, rows: rows.map((row) => this.toComment(row, actor)), page, nextCursor };
  }

  /** @throws 404 */
  async get(actor: Actor, id: string): Promise<CommentResponse> {
    const row = await this.database.one<CommentRow>(`${select} where c.id = $4 and ${visible}`, [
      ...actorParameters(actor),
      id,
    ]);
    if (!row) throw notFound('This comment');
    return this.toComment(row, actor);
  }

  /** The item, the number of comments the actor sees, and of those newer than `at`. */
  private async countComments(
    actor: Actor,
    kind: ContentKind,
    idOrSlug: string,
    at: string | undefined,
  ): Promise<ItemCounts | undefined> {
    const shown = `from comments c where c.item_id = i.id and ${isShownTo('c', { me: '$2', moderates: '$4' })}`;
    return this.database.one<ItemCounts>(
      `select i.id,
              (select count(*)::int from (select 1 ${shown} limit ${COUNT_CAP + 1}) n) as total,
              ${at ? `(select count(*)::int ${shown} and c.id > $5::uuid)` : '0'} as newer
       from content_items i where ${whereIdOrSlug(kind, idOrSlug)} and ${visibleTo('i', '$1', '$2')}`,
      [audiencesOf(actor), actor.id, idOrSlug, canModerateComments(actor), ...(at ? [at] : [])],
    );
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
