import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Row } from '../../../schema/index.js';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import type { ImageVariant } from '../../../platform/images/images.js';
import type { HubAddress } from '../../../platform/links/hub-address.js';
import { type LinkKey, LinkRegistry, type LinkTarget } from '../../../platform/links/link-registry.js';
import { type ContentKind, contentKinds, isVisibleTo, selectShownStatus } from '../audience/audience.js';
import { isIdOrSlug, itemPath, resolveIdsOrSlugs, toRequested } from './items.queries.js';

type LinkedRow = Pick<Row<'content_items'>, 'id' | 'title' | 'slug' | 'summary' | 'visibility'> & {
  requested: string;
  status: string;
  is_hidden: boolean;
  author_name: string;
  category_name: string | null;
  thumbnail: ImageVariant[] | null;
  duration_sec: number | null;
};

/** Whether another page than that of the item has the address with its slug; the id leads to the item then. */
export const isPageSlug = (slug: string): boolean => slug === 'create';

/** What links to documents and videos lead to. */
@Injectable()
export class ItemLinksSource {
  private readonly prefix: string;

  constructor(
    private readonly database: DatabaseReader,
    links: LinkRegistry,
    { env }: Config,
  ) {
    this.prefix = env.API_PREFIX;
    for (const kind of contentKinds)
      links.register({
        type: kind,
        match: (address) => matchItem(kind, address),
        find: (actor, keys) => this.find(kind, actor, keys),
      });
  }

  private async find(kind: ContentKind, actor: Actor, keys: readonly string[]): Promise<Map<string, LinkTarget>> {
    const { rows } = await sql<LinkedRow>`
      select requested.key as requested, i.id, i.title, i.slug, i.summary, i.visibility,
             ${selectShownStatus('i')} as status, i.hidden_at is not null as is_hidden, a.name as author_name,
             c.name as category_name, i.thumbnail, (i.details ->> 'duration_sec')::int as duration_sec
      from ${resolveIdsOrSlugs(kind, toRequested(keys))}
      join content_items i on i.id = requested.id
      join people a on a.id = i.author_id
      left join content_categories c on c.id = i.category_id
      where i.kind = ${sql.lit(kind)} and ${isVisibleTo(actor, 'i')}`.execute(this.database.db);
    return new Map(rows.map(({ requested, ...row }) => [requested, this.toTarget(kind, row)]));
  }

  private toTarget(kind: ContentKind, { slug, summary, thumbnail, ...row }: Omit<LinkedRow, 'requested'>): LinkTarget {
    // The narrowest: a card is small.
    const [image] = thumbnail ?? [];
    return {
      ...row,
      url: itemPath({ kind, slug: isPageSlug(slug) ? row.id : slug }),
      excerpt: summary,
      thumbnail: image ? this.prefix + image.url : null,
    };
  }
}

/** The page of an item, at a heading or second. */
function matchItem(kind: ContentKind, { path, search, hash }: HubAddress): LinkKey | undefined {
  const start = itemPath({ kind, slug: '' });
  const key = path.startsWith(start) ? path.slice(start.length) : '';
  return isIdOrSlug(key) && !isPageSlug(key) ? { key, suffix: search + hash } : undefined;
}
