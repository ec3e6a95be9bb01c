import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { selectFileUses } from '../../../platform/files/file-references.js';
import { ItemViewCounter } from '../views/view-counter.js';
import { isListed, isVisibleTo, type ContentKind } from '../audience/audience.js';
import { itemColumns } from './item.js';
import { selectRestrictedTo } from '../../auth/index.js';
import { type CategoryColumns, type ItemSummaryRow, toCategoryRef } from './item-summary.mapper.js';
import { hasCurrentEntry, SearchSourceRegistry, type UnindexedItems } from '../search/search-source-registry.js';
import type { SearchEntry } from '../search/search-index.service.js';
import type { ParsedSearchText } from '../search/search-text-parser.js';
import type { SearchDetails } from '../search/search.dto.js';
import { toSearchEntry } from './derived-data.service.js';

/** Length of the texts of one batch, in characters. */
const BATCH_LENGTH = 1_000_000;

/** Where a kind has its texts, and how they are parsed for the index. */
export interface IndexedTexts {
  kind: ContentKind;
  /** joins the kind's tables to `content_items i` */
  join: RawBuilder<unknown>;
  /** the text, over i and the joined tables */
  text: RawBuilder<string>;
  /** @returns undefined when the parser has no time now: the indexer tries again later */
  parse(text: string, id: string): Promise<ParsedSearchText | undefined>;
}

/** The version of an unindexed item, with its parsed text; without it, the parser did not start. */
interface ParsedVersion {
  version: number;
  parsed: ParsedSearchText | undefined;
}

/** Makes items searchable. Each kind registers its texts. */
@Injectable()
export class ItemSearchSource {
  constructor(
    private readonly database: Database,
    private readonly views: ItemViewCounter,
    private readonly sources: SearchSourceRegistry,
  ) {}

  register(texts: IndexedTexts): void {
    this.sources.register({
      type: texts.kind,
      selectPoints: sql`select i.id, i.like_count + 2 * i.helpful_count + i.bookmark_count as points
                  from content_items i where i.kind = ${sql.lit(texts.kind)}`,
      selectFiles: selectFileUses(texts.kind),
      findDetails: (ids, actor) => this.findDetails(ids, actor),
      findUnindexed: (afterId, limit) => this.findUnindexed(texts, afterId, limit),
    });
  }

  private async findDetails(ids: string[], actor: Actor): Promise<Map<string, SearchDetails>> {
    const rows = await this.database.db
      .selectFrom('content_items as i')
      .leftJoin('content_categories as c', 'c.id', 'i.category_id')
      .select([
        'i.id',
        'i.category_id',
        'c.name as category_name',
        'c.icon as category_icon',
        'c.color as category_color',
      ])
      .select(selectRestrictedTo('i.category_id').as('category_restricted_to'))
      .select(['i.view_count', 'i.like_count', 'i.difficulty', 'i.status', 'i.visibility'])
      .select(['i.created_at', 'i.updated_at', 'i.published_at'])
      .where('i.id', '=', sql<string>`any(${ids}::uuid[])`)
      .where(isVisibleTo(actor, 'i'))
      .execute();
    return new Map(rows.map((row) => [row.id, toDetails(this.views.withPending(row))]));
  }

  /** Parses before the lock, so that no lock waits for the parser. */
  private async findUnindexed(texts: IndexedTexts, afterId: string, limit: number): Promise<UnindexedItems> {
    const { rows } = await sql<{ id: string; version: number; text: string }>`
      select i.id, i.version, ${texts.text} as text
      from content_items i ${texts.join}
      where i.id > ${afterId} and ${isUnindexed(texts.kind)}
      order by i.id limit ${limit}`.execute(this.database.db);
    const found = new Map<string, ParsedVersion>();
    let length = 0;
    for (const { id, version, text } of rows) {
      found.set(id, { version, parsed: await texts.parse(text, id) });
      if ((length += text.length) > BATCH_LENGTH) break;
    }
    const postponed = [...found.values()].filter(({ parsed }) => !parsed).length;
    return { ids: [...found.keys()], postponed, lockEntries: () => this.lockEntries(texts.kind, found) };
  }

  /** Leaves out items that were saved since they were parsed: the save has indexed them. */
  private async lockEntries(kind: ContentKind, found: ReadonlyMap<string, ParsedVersion>): Promise<SearchEntry[]> {
    const rows = await this.database.db
      .selectFrom('content_items as i')
      .select(itemColumns)
      .where('i.id', '=', sql<string>`any(${[...found.keys()]}::uuid[])`)
      .where(isUnindexed(kind))
      .orderBy('i.id')
      .forNoKeyUpdate('i')
      .skipLocked()
      .execute();
    return rows.flatMap((row) => {
      const { version, parsed } = found.get(row.id) ?? {};
      return parsed && version === row.version ? [toSearchEntry(row, parsed)] : [];
    });
  }
}

const isUnindexed = (kind: ContentKind): RawBuilder<boolean> =>
  sql`i.kind = ${sql.lit(kind)} and ${isListed('i')} and not ${hasCurrentEntry(kind, 'i.id')}`;

type DetailsRow = Pick<ItemSummaryRow, CategoryColumns | Exclude<keyof SearchDetails, 'category'>>;

const toDetails = (row: DetailsRow): SearchDetails => ({
  category: toCategoryRef(row),
  view_count: row.view_count,
  like_count: row.like_count,
  difficulty: row.difficulty,
  status: row.status,
  visibility: row.visibility,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at?.toISOString() ?? null,
  published_at: row.published_at?.toISOString() ?? null,
});
