import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { type ContentKind, contentKinds, isVisibleTo } from '../audience/audience.js';
import { itemPath } from '../items/items.queries.js';

export interface NewItem {
  kind: ContentKind;
  title: string;
  summary: string;
  /** path in the frontend */
  path: string;
}

/** Documents and videos that were published lately, for digests: not from a replica, which may lag behind rights. */
@Injectable()
export class NewItemsQueries {
  constructor(private readonly database: Database) {}

  /** Those of others that the actor may see, the latest first. The condition on the audience matches the index. */
  async list(actor: Actor, since: Date, limit: number): Promise<NewItem[]> {
    const lists = contentKinds.map(
      (kind) => sql`(
        select i.kind, i.slug, i.title, i.summary, i.published_at, i.id from content_items i
        where i.kind = ${sql.lit(kind)} and i.audience in ('PUBLIC', 'LOGGED_IN', 'INTERNAL')
          and i.published_at > ${since} and i.author_id is distinct from ${actor.id}::uuid
          and ${isVisibleTo(actor, 'i')}
        order by i.published_at desc, i.id desc limit ${limit}
      )`,
    );
    const { rows } = await sql<Omit<NewItem, 'path'> & { slug: string }>`
      select n.kind, n.slug, n.title, n.summary from (${sql.join(lists, sql` union all `)}) n
      order by n.published_at desc, n.id desc limit ${limit}`.execute(this.database.db);
    return rows.map(({ slug, ...row }) => ({ ...row, path: itemPath({ kind: row.kind, slug }) }));
  }
}
