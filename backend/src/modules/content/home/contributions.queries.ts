import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import {
  encodeCursor,
  type KeysetOrder,
  orderSql,
  sortValuesSql,
  type SortedRow,
} from '../../../platform/http/pagination/cursor.js';
import { type Page, type PagePlace, pageSql } from '../../../platform/http/pagination/pagination.js';
import { canModerateComments } from '../engagement/comments/comment.policy.js';
import { commentVisibleTo } from '../engagement/comments/comment-visibility.js';
import { TOTAL_VIEWS } from '../engagement/views/views.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import { type ContentKind, type ContentStatus, type Visibility } from '../items/enums.js';
import { commentPath, itemPath } from '../items/items.queries.js';
import { EXCERPT_START, plainExcerpt } from '../markdown/plain-excerpt.js';

export interface ContentTotals {
  documents: number;
  videos: number;
  views: number;
}

/** An item or comment by a user. */
export interface Contribution {
  type: ContentKind | 'comment';
  id: string;
  /** title of the item, or of the item that a comment is on */
  title: string;
  /** path in the frontend */
  url: string;
  /** plain text */
  excerpt: string;
  /** null for comments, which have the visibility of their item */
  status: ContentStatus | null;
  visibility: Visibility | null;
  isHidden: boolean;
  createdAt: Date;
  /** of the contributions after it */
  cursor: string;
}

/** Title and address of an item that an actor may see. */
export interface VisibleCaption {
  id: string;
  kind: ContentKind;
  slug: string;
  title: string;
  /** path in the frontend */
  path: string;
  authorId: string;
}

const COUNT_CAP = 1000;

const latestFirst = (alias: string): KeysetOrder => ({
  name: 'contributions of content',
  direction: 'desc',
  columns: [
    { sql: `${alias}.created_at`, type: 'timestamptz' },
    { sql: `${alias}.id`, type: 'uuid' },
  ],
});

/** Lists what users have written. */
@Injectable()
export class ContributionsQueries {
  constructor(private readonly database: DatabaseReader) {}

  async totals(): Promise<ContentTotals> {
    const row = await this.database.one<{ documents: number; videos: number; views: string }>(
      `select coalesce(sum(c.n) filter (where c.kind = 'document'), 0)::int as documents,
              coalesce(sum(c.n) filter (where c.kind = 'video'), 0)::int as videos,
              coalesce((select n from counters where name = '${TOTAL_VIEWS}'), 0) as views
       from content_counts c`,
    );
    return { documents: row?.documents ?? 0, videos: row?.videos ?? 0, views: Number(row?.views ?? 0) };
  }

  async countByStatus(): Promise<Record<ContentKind, Record<string, number>>> {
    const rows = await this.database.query<{ kind: ContentKind; status: string; n: number }>(
      `select kind, status, sum(n)::int as n from content_counts
       group by kind, status having sum(n) > 0
       order by status`,
    );
    const countsOf = (kind: ContentKind) =>
      Object.fromEntries(rows.filter((row) => row.kind === kind).map(({ status, n }) => [status, n]));
    return { document: countsOf('document'), video: countsOf('video') };
  }

  /** The latest first, and one row more than the limit if there are more. */
  async list(userId: string, actor: Actor, place: Omit<PagePlace, 'offset'>): Promise<Page<Contribution>> {
    const values: unknown[] = [audiencesOf(actor), actor.id, canModerateComments(actor), userId];
    const items = `from content_items i where i.author_id = $4::uuid and ${visibleTo('i', '$1', '$2')}`;
    const comments = `from comments c join content_items i on i.id = c.item_id
      where c.author_id = $4::uuid and ${commentVisibleTo('c', 'i', { audiences: '$1', me: '$2', moderates: '$3' })}`;
    const parameters = [...values];
    const bind = (value: unknown) => `$${parameters.push(value)}`;
    const ofItems = pageSql(latestFirst('i'), place, bind);
    const ofComments = pageSql(latestFirst('c'), place, bind);
    type Row = Omit<Contribution, 'url' | 'cursor'> & SortedRow & { kind: ContentKind; slug: string };
    const rows = await this.database.query<Row>(
      `select w.type, w.id, w.kind, w.slug, w.title, w.excerpt, w.status, w.visibility,
              w.is_hidden as "isHidden", w.created_at as "createdAt", ${sortValuesSql(latestFirst('w'))}
       from (
         (
           select i.kind as type, i.id, i.kind, i.slug, i.title, i.summary as excerpt, i.status, i.visibility,
                  i.hidden_at is not null as is_hidden, i.created_at
           ${items} and ${ofItems.isAfter}
           ${ofItems.tail}
         )
         union all
         (
           select 'comment' as type, c.id, i.kind, i.slug, i.title, left(c.content, ${EXCERPT_START}) as excerpt,
                  null as status, null as visibility, c.hidden_at is not null as is_hidden, c.created_at
           ${comments} and ${ofComments.isAfter}
           ${ofComments.tail}
         )
       ) w
       order by ${orderSql(latestFirst('w'))} limit ${bind(place.limit + 1)}`,
      parameters,
    );
    const counted = await this.database.one<{ n: number }>(
      `select count(*)::int as n
       from (
         (select 1 ${items} limit ${COUNT_CAP + 1})
         union all
         (select 1 ${comments} limit ${COUNT_CAP + 1})
       ) n`,
      values,
    );
    const n = counted?.n ?? 0;
    return {
      rows: rows.map(({ kind, slug, sort_values, ...row }) => ({
        ...row,
        cursor: encodeCursor(latestFirst('w'), sort_values),
        excerpt: row.type === 'comment' ? plainExcerpt(row.excerpt) : row.excerpt,
        url: urlOf(row, itemPath({ kind, slug })),
      })),
      total: Math.min(n, COUNT_CAP),
      capped: n > COUNT_CAP,
    };
  }

  async listCaptions(ids: string[], actor: Actor): Promise<Map<string, VisibleCaption>> {
    const rows = await this.database.query<Omit<VisibleCaption, 'path'>>(
      `select i.id, i.kind, i.slug, i.title, i.author_id as "authorId"
       from content_items i
       where i.id = any($3::uuid[]) and ${visibleTo('i', '$1', '$2')}`,
      [audiencesOf(actor), actor.id, ids],
    );
    return new Map(rows.map((row) => [row.id, { ...row, path: itemPath(row) }]));
  }
}

const urlOf = ({ type, id }: Pick<Contribution, 'type' | 'id'>, path: string): string =>
  type === 'comment' ? commentPath(path, id) : path;
