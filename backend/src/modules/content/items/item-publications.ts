import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { type ListedPage, type Publication, Publications } from '../../../platform/web/sitemaps.js';
import type { ContentKind } from '../audience/enums.js';
import { itemPath } from './items.queries.js';

/** Lists the documents and videos that guests may read, for feeds and search engines. */
@Injectable()
export class ItemPublications {
  constructor(
    private readonly database: DatabaseReader,
    publications: Publications,
  ) {
    for (const kind of ['document', 'video'] as const)
      publications.add({
        name: `${kind}s`,
        ...(kind === 'document' && { textPath: (path: string) => `${path}.md` }),
        listNewest: (limit) => this.listNewest(kind, limit),
        findFirstId: () => this.findFirstId(kind),
        listPages: (place) => this.listPages(kind, place),
      });
  }

  private async listNewest(kind: ContentKind, limit: number): Promise<Publication[]> {
    const { rows } = await sql<Omit<Publication, 'path'> & { slug: string }>`
      select i.id, i.slug, i.title, i.summary, p.name as "authorName", i.published_at as "publishedAt",
             coalesce(i.updated_at, i.published_at) as "changedAt"
      from content_items i join people p on p.id = i.author_id
      where i.kind = ${sql.lit(kind)} and i.audience = 'PUBLIC'
      order by i.published_at desc, i.id desc limit ${limit}`.execute(this.database.db);
    return rows.map(({ slug, ...row }) => ({ ...row, path: itemPath({ kind, slug }) }));
  }

  private async findFirstId(kind: ContentKind): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`
      select i.id from content_items i where i.kind = ${sql.lit(kind)} and i.audience = 'PUBLIC'
      order by i.id limit 1`.execute(this.database.db);
    return rows[0]?.id;
  }

  private async listPages(
    kind: ContentKind,
    { after, before, limit }: { after: string; before: string; limit: number },
  ): Promise<ListedPage[]> {
    const { rows } = await sql<{ id: string; slug: string; changedAt: Date }>`
      select i.id, i.slug, coalesce(i.updated_at, i.published_at) as "changedAt"
      from content_items i
      where i.kind = ${sql.lit(kind)} and i.audience = 'PUBLIC' and i.id > ${after} and i.id < ${before}
      order by i.id limit ${limit}`.execute(this.database.db);
    return rows.map(({ slug, ...row }) => ({ ...row, path: itemPath({ kind, slug }) }));
  }
}
