import { Injectable } from '@nestjs/common';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { type ListedPage, type Publication, Publications } from '../../../platform/web/publications.js';
import type { ContentKind } from './enums.js';
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
        listPages: ({ after, before, limit }) => this.listPages(kind, [after, before, limit]),
      });
  }

  private async listNewest(kind: ContentKind, limit: number): Promise<Publication[]> {
    const rows = await this.database.query<Omit<Publication, 'path'> & { slug: string }>(
      `select i.id, i.slug, i.title, i.summary, p.name as "authorName", i.published_at as "publishedAt",
              coalesce(i.updated_at, i.published_at) as "changedAt"
       from content_items i join people p on p.id = i.author_id
       where i.kind = '${kind}' and i.audience = 'PUBLIC'
       order by i.published_at desc, i.id desc limit $1`,
      [limit],
    );
    return rows.map(({ slug, ...row }) => ({ ...row, path: itemPath({ kind, slug }) }));
  }

  private async findFirstId(kind: ContentKind): Promise<string | undefined> {
    const row = await this.database.one<{ id: string }>(
      `select i.id from content_items i where i.kind = '${kind}' and i.audience = 'PUBLIC' order by i.id limit 1`,
    );
    return row?.id;
  }

  private async listPages(kind: ContentKind, values: [string, string, number]): Promise<ListedPage[]> {
    const rows = await this.database.query<{ id: string; slug: string; changedAt: Date }>(
      `select i.id, i.slug, coalesce(i.updated_at, i.published_at) as "changedAt"
       from content_items i
       where i.kind = '${kind}' and i.audience = 'PUBLIC' and i.id > $1 and i.id < $2
       order by i.id limit $3`,
      values,
    );
    return rows.map(({ slug, ...row }) => ({ ...row, path: itemPath({ kind, slug }) }));
  }
}
