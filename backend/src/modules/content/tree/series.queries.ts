import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { isVisibleTo } from '../audience/audience.js';
import type { PageRefResponse } from '../items/item-trail.js';

/** A series that the actor has begun, with the page to read next. */
export interface BegunSeries {
  category: { id: string; name: string; icon: string; color: string };
  page: PageRefResponse;
  done: number;
  total: number;
}

@Injectable()
export class SeriesQueries {
  constructor(private readonly database: DatabaseReader) {}

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
      ), pages as (
        select p.category_id, i.id, i.kind, i.slug, i.title,
               array[p.rank collate "C", p.item_id::text collate "C"] as place
        from begun b
        join content_positions p on p.level_id = b.category_id
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
      )
      select json_build_object('id', k.id, 'name', k.name, 'icon', k.icon, 'color', k.color) as category,
             json_build_object('type', a.kind, 'id', a.id, 'slug', a.slug, 'title', a.title) as page,
             a.done::int as done, a.total::int as total
      from numbered a
      join begun b on b.category_id = a.category_id
      join content_categories k on k.id = a.category_id
      where not a.is_done and a.n = 1 and a.done > 0
      order by b.at desc, k.id limit ${limit}`.execute(this.database.db);
    return rows;
  }
}
