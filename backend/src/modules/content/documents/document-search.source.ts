import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { Views } from '../engagement/views/views.js';
import { audienceOf, audiencesOf, visibleTo } from '../items/audience.js';
import type { ContentItem } from '../items/content-item.entity.js';
import type { Difficulty } from '../items/enums.js';
import { boostOf, type SearchEntry, type SearchVisibility } from '../search/search-entry.js';
import { hasCurrentEntry, type SearchSource, SearchSources, type UnindexedItems } from '../search/search-sources.js';
import { type ParsedSearchText, SearchTextParser } from '../search/search-text-parser.js';
import type { SearchDetails } from '../search/search.dto.js';

/** Length of the texts of one batch, in characters. */
const BATCH_LENGTH = 1_000_000;

export type IndexedItem = Pick<
  ContentItem,
  | 'id'
  | 'slug'
  | 'title'
  | 'summary'
  | 'tags'
  | 'categoryId'
  | 'authorId'
  | 'difficulty'
  | 'visibility'
  | 'status'
  | 'hiddenAt'
  | 'likeCount'
  | 'helpfulCount'
  | 'bookmarkCount'
  | 'createdAt'
  | 'updatedAt'
  | 'publishedAt'
>;

export const documentVisibility = (
  item: Pick<IndexedItem, 'id' | 'status' | 'visibility' | 'hiddenAt' | 'createdAt' | 'updatedAt' | 'publishedAt'>,
): SearchVisibility => ({
  type: 'document',
  id: item.id,
  audience: audienceOf(item),
  at: item.updatedAt ?? item.publishedAt ?? item.createdAt,
});

export const documentEntry = (item: IndexedItem, { text, isProvisional }: ParsedSearchText): SearchEntry => ({
  ...documentVisibility(item),
  authorId: item.authorId,
  categoryId: item.categoryId ?? null,
  difficulty: item.difficulty,
  boost: boostOf(item.likeCount + 2 * item.helpfulCount + item.bookmarkCount),
  url: `/docs/${item.slug}`,
  title: item.title,
  summary: item.summary,
  tags: item.tags,
  text,
  isProvisional,
});

/** The points of {@link documentEntry} in SQL. */
const pointsSql = (kind: string): string =>
  `select i.id, i.like_count + 2 * i.helpful_count + i.bookmark_count as points
   from content_items i where i.kind = '${kind}'`;

const isUnindexed = `i.kind = 'document' and not ${hasCurrentEntry('document', 'i.id')}`;

const selectUnindexed = (limit: number): string => `
  select i.id, i.version, d.content
  from content_items i join documents d on d.item_id = i.id
  where i.id > $1 and ${isUnindexed}
  order by i.id limit ${limit}`;

const lockUnindexed = `
  select i.id, i.slug, i.title, i.summary, i.tags, i.category_id as "categoryId", i.author_id as "authorId",
         i.difficulty, i.visibility, i.status, i.hidden_at as "hiddenAt", i.created_at as "createdAt",
         i.updated_at as "updatedAt", i.published_at as "publishedAt", i.like_count as "likeCount",
         i.helpful_count as "helpfulCount", i.bookmark_count as "bookmarkCount", i.version
  from content_items i
  where i.id = any($1::uuid[]) and ${isUnindexed}
  order by i.id for no key update of i skip locked`;

const selectDetails = `
  select i.id, i.category_id, c.name as category_name, c.icon as category_icon, c.color as category_color,
         i.view_count, i.like_count, i.difficulty, i.status, i.created_at
  from content_items i left join content_categories c on c.id = i.category_id
  where i.id = any($3::uuid[]) and ${visibleTo('i', '$1', '$2')}`;

interface DetailsRow {
  id: string;
  category_id: string | null;
  category_name: string;
  category_icon: string;
  category_color: string;
  view_count: number;
  like_count: number;
  difficulty: Difficulty;
  status: string;
  created_at: Date;
}

/** The version of an unindexed document, with its parsed text; without it, the parser did not start. */
interface ParsedVersion {
  version: number;
  parsed: ParsedSearchText | undefined;
}

/**
 * Documents in the search. Videos have no module yet: their results get details from here, and their entries points.
 */
@Injectable()
export class DocumentSearchSource implements SearchSource, OnModuleInit {
  readonly type = 'document';
  readonly pointsSql = pointsSql('document');

  constructor(
    private readonly database: Database,
    private readonly views: Views,
    private readonly parser: SearchTextParser,
    private readonly sources: SearchSources,
  ) {}

  onModuleInit(): void {
    this.sources.register(this);
    this.sources.register({
      type: 'video',
      pointsSql: pointsSql('video'),
      findDetails: (ids, actor) => this.findDetails(ids, actor),
    });
  }

  async findDetails(ids: string[], actor: Actor): Promise<Map<string, SearchDetails>> {
    const rows = await this.database.query<DetailsRow>(selectDetails, [audiencesOf(actor), actor.id, ids]);
    return new Map(rows.map((row) => [row.id, toDetails(this.views.withPending(row))]));
  }

  /** Parses before the lock, so that no lock waits for the parser. */
  async findUnindexed(afterId: string, limit: number): Promise<UnindexedItems> {
    const sql = selectUnindexed(limit);
    const rows = await this.database.query<{ id: string; version: number; content: string }>(sql, [afterId]);
    const found = new Map<string, ParsedVersion>();
    let length = 0;
    for (const { id, version, content } of rows) {
      found.set(id, { version, parsed: await this.parser.parseInBackground(content, id) });
      if ((length += content.length) > BATCH_LENGTH) break;
    }
    const postponed = [...found.values()].filter(({ parsed }) => !parsed).length;
    return { ids: [...found.keys()], postponed, lockEntries: () => this.lockEntries(found) };
  }

  /** Leaves out documents that were saved since they were parsed: the save has indexed them. */
  private async lockEntries(found: ReadonlyMap<string, ParsedVersion>): Promise<SearchEntry[]> {
    const rows = await this.database.query<IndexedItem & { version: number }>(lockUnindexed, [[...found.keys()]]);
    return rows.flatMap((row) => {
      const { version, parsed } = found.get(row.id) ?? {};
      return parsed && version === row.version ? [documentEntry(row, parsed)] : [];
    });
  }
}

const toDetails = (row: DetailsRow): SearchDetails => ({
  category:
    row.category_id === null
      ? null
      : {
          id: row.category_id,
          title: row.category_name,
          name: row.category_name,
          icon: row.category_icon,
          color: row.category_color,
        },
  view_count: row.view_count,
  like_count: row.like_count,
  difficulty: row.difficulty,
  status: row.status,
  created_at: row.created_at.toISOString(),
});
