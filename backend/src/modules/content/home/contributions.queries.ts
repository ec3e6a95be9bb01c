import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import {
  encodeCursor,
  type KeysetOrder,
  orderBy,
  selectSortValues,
  type SortedRow,
} from '../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  countCapped,
  type Page,
  type PageRequest,
  toTotal,
} from '../../../platform/http/pagination/pagination.js';
import { isCommentVisible } from '../engagement/comments/comment-access.js';
import { TOTAL_VIEWS } from '../views/view-counter.js';
import { isOpenTo, isVisibleTo, type ContentKind, type ContentStatus, type Visibility } from '../audience/audience.js';
import { commentPath, itemPath } from '../items/items.queries.js';
import { OWN_WORDS_START, ownWordsExcerpt } from '../markdown/plain-excerpt.js';

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
  is_hidden: boolean;
  /** present where it is true */
  is_template?: boolean;
  created_at: Date;
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

const latestFirst = (alias: string): KeysetOrder => ({
  name: 'contributions of content',
  direction: 'desc',
  columns: [
    { sql: sql.ref(`${alias}.created_at`), type: 'timestamptz' },
    { sql: sql.ref(`${alias}.id`), type: 'uuid' },
  ],
});

/** Lists what users have written. */
@Injectable()
export class ContributionsQueries {
  constructor(private readonly database: DatabaseReader) {}

  async getTotals(): Promise<ContentTotals> {
    return this.database.db
      .selectFrom('content_counts as c')
      .select([
        sql<number>`coalesce(sum(c.n) filter (where c.kind = 'document'), 0)::int`.as('documents'),
        sql<number>`coalesce(sum(c.n) filter (where c.kind = 'video'), 0)::int`.as('videos'),
        sql<number>`coalesce((select n from counters where name = ${TOTAL_VIEWS}), 0)::float8`.as('views'),
      ])
      .executeTakeFirstOrThrow();
  }

  async hasCategoryAndDocument(): Promise<{ categories: boolean; document: boolean }> {
    const { rows } = await sql<{ categories: boolean; document: boolean }>`
      select exists (select from content_categories) as categories,
             exists (
               select from content_items
               where kind = 'document' and published_at is not null and deleted_at is null
             ) as document`.execute(this.database.db);
    return rows[0]!;
  }

  async countByStatus(): Promise<Record<ContentKind, Record<string, number>>> {
    const rows = await this.database.db
      .selectFrom('content_counts')
      .select(['kind', 'status', sql<number>`sum(n)::int`.as('n')])
      .groupBy(['kind', 'status'])
      .having(sql<boolean>`sum(n) > 0`)
      .orderBy('status')
      .execute();
    const getCounts = (kind: ContentKind) =>
      Object.fromEntries(rows.filter((row) => row.kind === kind).map(({ status, n }) => [status, n]));
    return { document: getCounts('document'), video: getCounts('video') };
  }

  /** The latest first, and one row more than the limit if there are more. */
  async list(userId: string, actor: Actor, page: Omit<PageRequest, 'offset'>): Promise<Page<Contribution>> {
    // Authors find their templates in the list of what they wrote, and nobody else does.
    const isListed = actor.id === userId ? isOpenTo(actor, 'i') : isVisibleTo(actor, 'i');
    const items = sql`from content_items i where i.author_id = ${userId}::uuid and ${isListed}`;
    const comments = sql`from comments c join content_items i on i.id = c.item_id
      where c.author_id = ${userId}::uuid and c.revision_id is null and ${isCommentVisible(actor)}`;
    const ofItems = buildPage(latestFirst('i'), page);
    const ofComments = buildPage(latestFirst('c'), page);
    type Found = Omit<Contribution, 'url' | 'cursor'> & SortedRow & { kind: ContentKind; slug: string };
    const { rows } = await sql<Found>`
      select w.type, w.id, w.kind, w.slug, w.title, w.excerpt, w.status, w.visibility,
             w.is_hidden, w.is_template, w.created_at,
             ${selectSortValues(latestFirst('w'))} as sort_values
      from (
        (
          select i.kind as type, i.id, i.kind, i.slug, i.title, i.summary as excerpt, i.status, i.visibility,
                 i.hidden_at is not null as is_hidden, i.is_template, i.created_at
          ${items} and ${ofItems.isAfter}
          ${ofItems.tail}
        )
        union all
        (
          select 'comment' as type, c.id, i.kind, i.slug, i.title,
                 left(c.content, ${sql.lit(OWN_WORDS_START)}) as excerpt, null as status, null as visibility,
                 c.hidden_at is not null as is_hidden, false as is_template, c.created_at
          ${comments} and ${ofComments.isAfter}
          ${ofComments.tail}
        )
      ) w
      order by ${orderBy(latestFirst('w'))} limit ${page.limit + 1}`.execute(this.database.db);
    const { n } = await this.database.db
      .selectNoFrom(sql<number>`${countCapped(items)} + ${countCapped(comments)}`.as('n'))
      .executeTakeFirstOrThrow();
    return {
      rows: rows.map(({ kind, slug, sort_values, is_template, ...row }) => ({
        ...row,
        ...(is_template && { is_template }),
        cursor: encodeCursor(latestFirst('w'), sort_values),
        excerpt: row.type === 'comment' ? ownWordsExcerpt(row.excerpt) : row.excerpt,
        url: getUrl(row, itemPath({ kind, slug })),
      })),
      ...toTotal(n),
    };
  }

  async listCaptions(ids: readonly string[], actor: Actor): Promise<Map<string, VisibleCaption>> {
    if (!ids.length) return new Map();
    const rows = await this.database.db
      .selectFrom('content_items as i')
      .select(['i.id', 'i.kind', 'i.slug', 'i.title', 'i.author_id as authorId'])
      .where(sql<boolean>`i.id = any(${ids}::uuid[])`)
      .where(isVisibleTo(actor, 'i'))
      .execute();
    return new Map(rows.map((row) => [row.id, { ...row, path: itemPath(row) }]));
  }
}

const getUrl = ({ type, id }: Pick<Contribution, 'type' | 'id'>, path: string): string =>
  type === 'comment' ? commentPath(path, id) : path;
