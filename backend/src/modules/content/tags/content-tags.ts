import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { audienceOf } from '../items/audience.js';
import type { Item } from '../items/item.js';
import type { Audience } from '../items/enums.js';

/** An item's part in the counts of tags. */
export interface TagUse {
  tags: string[];
  audience: Audience;
}

export const tagUseOf = (item: Item): TagUse => ({ tags: [...item.tags], audience: audienceOf(item) });

/** Counts the uses of each tag per audience, for suggestions that neither count rows nor reveal invisible items. */
@Injectable()
export class ContentTags {
  constructor(private readonly database: Database) {}

  /**
   * Joins the caller's transaction. PostgreSQL lower-cases the names, as the migration did. Rows are locked in their
   * order, so that two saves cannot deadlock. A tag keeps the letter case of its first use.
   */
  async update(before: TagUse | null, after: TagUse | null): Promise<void> {
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    const changes = [...usesOf(before, -1), ...usesOf(after, 1)];
    if (!changes.length) return;
    const columns = [
      changes.map(({ name }) => name),
      changes.map(({ audience }) => audience),
      changes.map(({ by }) => by),
    ];
    await this.database.query(
      `insert into content_tags as t (tag, audience, name, n)
       select lower(c.name), c.audience, (array_agg(c.name order by c.by desc))[1], sum(c.by)::int
       from unnest($1::text[], $2::text[], $3::int[]) as c (name, audience, by)
       group by 1, 2 having sum(c.by) <> 0 order by 1, 2
       on conflict (tag, audience) do update set n = t.n + excluded.n`,
      columns,
    );
    await this.database.query(
      `delete from content_tags t
       where t.n = 0 and t.tag = any(select lower(name) from unnest($1::text[]) as c (name))`,
      [before?.tags ?? []],
    );
  }
}

const usesOf = (use: TagUse | null, by: number) =>
  use ? use.tags.map((name) => ({ name, audience: use.audience, by })) : [];
