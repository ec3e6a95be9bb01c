import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { isVisibleTo } from '../audience/audience.js';
import { CategoriesQueries } from '../categories/categories.queries.js';
import type { PageRefResponse } from '../items/item-trail.js';
import type { SeriesProgressResponse } from './tree.dto.js';

/** A series that the actor has begun, with the page to read next. */
export interface BegunSeries {
  category: { id: string; name: string; icon: string; color: string };
  page: PageRefResponse;
  done: number;
  total: number;
}

@Injectable()
export class SeriesQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly categories: CategoriesQueries,
  ) {}

  /** How far the actor has come in a category, which need not be a series. @throws 404 */
  async getProgress(categoryId: string, actor: Actor): Promise<SeriesProgressResponse> {
    if (!isId(categoryId) || !(await this.categories.find(categoryId, actor))) throw notFound('category');
    const { rows } = await sql<SeriesProgressResponse>`
      with recursive series as (select ${categoryId}::uuid as category_id), ${selectPages('series', actor)}
      select ${pageRef} as next, a.done::int as done, a.total::int as total
      from numbered a order by a.is_done, a.n limit 1`.execute(this.database.db);
    const [row] = rows;
    if (!row) return { next: null, done: 0, total: 0 };
    return row.done === row.total ? { ...row, next: null } : row;
  }

  /** Those that the actor has begun and not finished, the latest first, each with the first page that is not done. */
  async listBegun(actor: Actor, limit: number): Promise<BegunSeries[]> {
    if (actor.isGuest) return [];
    const { rows } = await sql<BegunSeries>`
      with recursive begun as (
        select p.category_id, max(d.done_at) as at
        from content_progress d
        join content_positions p on p.item_id = d.item_id
        join content_categories k on k.id = p.category_id and k.is_series
        where d.user_id = ${actor.id}::uuid
        group by 1
      ), ${selectPages('begun', actor)}
      select json_build_object('id', k.id, 'name', k.name, 'icon', k.icon, 'color', k.color) as category,
             ${pageRef} as page,
             a.done::int as done, a.total::int as total
      from numbered a
      join begun b on b.category_id = a.category_id
      join content_categories k on k.id = a.category_id
      where not a.is_done and a.n = 1 and a.done > 0
      order by b.at desc, k.id limit ${limit}`.execute(this.database.db);
    return rows;
  }
}

/**
 * Parts of a recursive statement: `pages`, what the actor sees in the series of an earlier part, and `numbered`, which
 * adds what they have done, and a number in reading order among what is done and what is not.
 * @param series the part that has the column category_id
 */
const selectPages = (series: 'begun' | 'series', actor: Actor): RawBuilder<unknown> => sql`
  pages as (
    select p.category_id, i.id, i.kind, i.slug, i.title,
           array[p.rank collate "C", p.item_id::text collate "C"] as place
    from ${sql.ref(series)} s
    join content_positions p on p.level_id = s.category_id
    join content_items i on i.id = p.item_id
    where ${isVisibleTo(actor, 'i')}
    union all
    select p.category_id, i.id, i.kind, i.slug, i.title,
           a.place || array[p.rank collate "C", p.item_id::text collate "C"]
    from pages a
    join content_positions p on p.level_id = a.id
    join content_items i on i.id = p.item_id
    where ${isVisibleTo(actor, 'i')}
  ), numbered as (
    select a.*, d.item_id is not null as is_done,
           count(*) over of_category as total, count(d.item_id) over of_category as done,
           row_number() over (partition by a.category_id, d.item_id is null order by a.place) as n
    from pages a left join content_progress d on d.item_id = a.id and d.user_id = ${actor.id}::uuid
    window of_category as (partition by a.category_id)
  )`;

const pageRef = sql<PageRefResponse>`
  json_build_object('type', a.kind, 'id', a.id, 'slug', a.slug, 'title', a.title)`;
