import { type RawBuilder, sql } from 'kysely';
import { Injectable } from '@nestjs/common';
import { cleaned, isOnePiece, getLead, limitWords, type SearchText, findWords } from './search-text.js';
import { toIndexWords } from './search-words.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Database } from '../../../platform/database/database.js';
import { plannedForValues } from '../../../platform/database/pg-dialect.js';
import { ContentLinks } from './content-links.js';

export const searchTypes = ['document', 'video', 'thread', 'post', 'user'] as const;
export type SearchType = (typeof searchTypes)[number];

/** The format of entries. Raise it when entries change: older ones are rebuilt at the next start. */
export const FORMAT = 9;
/** The format of an entry whose text is not parsed yet; it is rebuilt like one of an older format. */
const PROVISIONAL_FORMAT = 0;

/** Who may find an item, and the time that ranks it. */
export interface SearchVisibility {
  type: SearchType;
  id: string;
  /** who may find it in addition to its author, as in content_items.audience */
  audience: string;
  /** when its text last changed; recent items rank higher */
  at: Date;
}

/** What the search index stores of an item. Counters and states come from its source. */
export interface SearchEntry extends SearchVisibility {
  author_id: string | null;
  category_id: string | null;
  difficulty: string | null;
  /** how helpful it is, see {@link computeBoost} */
  boost: number;
  /** path in the frontend */
  url: string;
  title: string;
  /** false where the title is that of another item: it is shown, but neither searched nor suggested */
  hasOwnTitle?: boolean;
  /** other names, suggested like titles */
  names?: readonly string[];
  summary: string;
  tags: readonly string[];
  text: SearchText;
  /** addresses that the text links to */
  links?: readonly string[];
  /** whether SearchIndexer parses the text later */
  isProvisional?: boolean;
}

/** Grows with each doubling of the points, so that it changes seldom; at most 10. */
export const computeBoost = (points: number): number => Math.min(10, Math.floor(Math.log2(1 + points)));

/** The same of the column p.points. */
export const selectBoost = sql`least(10, floor(log(2, 1 + p.points)))::smallint`;

/**
 * A row of search_entries before PostgreSQL makes vectors of its texts. Part 0 is the whole item, the others its
 * pieces.
 */
export interface SearchRow {
  type: string;
  id: string;
  part: number;
  format: number;
  audience: string;
  author_id: string | null;
  category_id: string | null;
  difficulty: string | null;
  at: string;
  boost: number;
  url: string;
  title: string;
  /** the title, names, tags, headings, lead and text are in the form of {@link toIndexWords} */
  title_words: string;
  /** whether the title is searched with the text */
  is_title_searched: boolean;
  /** whether the title is also searched alone, and suggested */
  is_titled: boolean;
  names: string;
  summary: string;
  /** what snippets are cut from, unless a piece matches */
  body: string;
  /** weighs more than the text */
  tags: string;
  headings: string;
  /** the beginning, by which the item is ranked */
  lead: string;
  /** the whole text */
  text: string;
}

export function getRows(entry: SearchEntry): SearchRow[] {
  const { type, id, audience, author_id, category_id, difficulty, boost, url, isProvisional } = entry;
  const format = isProvisional ? PROVISIONAL_FORMAT : FORMAT;
  const common = { type, id, format, audience, at: entry.at.toISOString() };
  const { body: text, headings, pieces } = entry.text;
  const hasOwnTitle = entry.hasOwnTitle ?? true;
  const whole: SearchRow = {
    ...common,
    part: 0,
    author_id,
    category_id,
    difficulty,
    boost,
    url,
    title: cleaned(entry.title),
    title_words: toIndexWords(cleaned(entry.title)),
    is_title_searched: hasOwnTitle,
    is_titled: hasOwnTitle,
    names: toIndexWords(cleaned((entry.names ?? []).join(' '))),
    summary: cleaned(entry.summary),
    body: getLead(text),
    tags: toIndexWords(cleaned([...entry.tags, entry.summary].join('\n'))),
    headings: toIndexWords(headings),
    lead: toIndexWords(getLead(text)),
    text: toIndexWords(text),
  };
  // Most posts: their piece would repeat them.
  if (isOnePiece(entry.text)) return [{ ...whole, body: text }];
  // Only the whole item is filtered and ranked, so pieces repeat nothing of it.
  const pieceRows = pieces.map((piece, i): SearchRow => ({
    ...common,
    part: i + 1,
    author_id: null,
    category_id: null,
    difficulty: null,
    boost: 0,
    url: pieceUrl(url, piece.anchor),
    title: piece.heading ?? '',
    title_words: toIndexWords(piece.heading ?? ''),
    is_title_searched: true,
    is_titled: false,
    names: '',
    summary: '',
    body: piece.text,
    tags: '',
    headings: '',
    lead: '',
    text: toIndexWords(piece.text),
  }));
  return [whole, ...pieceRows];
}

/** An anchor is the id of a heading, or a query that the page understands, such as ?t=65. */
const pieceUrl = (url: string, anchor: string): string =>
  anchor === '' || anchor.startsWith('?') ? url + anchor : `${url}#${anchor}`;

/** The entry's words for search_words, which correct mistyped queries. */
export const findNewWords = ({ title, hasOwnTitle = true, summary, tags, text }: SearchEntry): string[] =>
  limitWords(findWords([hasOwnTitle ? title : '', summary, ...tags].join('\n')), text.words);

/** Inserts the entry, and in one order the words, so that two transactions with the same new words cannot deadlock. */
const insertEntry = (entry: SearchEntry): RawBuilder<unknown> => sql`
  with entry as (
    insert into search_entries (
      type, id, part, format, audience, author_id, category_id, difficulty, at, boost, url, title, summary, body,
      tsv, short_tsv, title_tsv
    )
    select r.type, r.id, r.part, r.format, r.audience, r.author_id, r.category_id, r.difficulty, r.at, r.boost, r.url,
           r.title, r.summary, r.body,
           setweight(v.title, 'A')
             || setweight(search_vector(r.tags || ' ' || r.headings), 'B')
             || case when r."text" = r.lead then v.lead else search_vector(r."text") end,
           case r.part when 0 then setweight(v.title, 'A') || setweight(search_vector(r.tags), 'B') || v.lead end,
           case when r.is_titled then
             to_tsvector('hub_simple', regexp_replace(r.title_words || ' ' || r.names, '[^[:alnum:]]+', ' ', 'g'))
                 || v.title
           end
    from jsonb_to_recordset(${JSON.stringify(getRows(entry))}::jsonb) as r (
      type text, id uuid, part int, format int, audience text, author_id uuid, category_id uuid, difficulty text,
      at timestamptz, boost smallint, url text, title text, title_words text, is_title_searched boolean,
      is_titled boolean, names text, summary text, body text, tags text, headings text, lead text, "text" text
    )
    cross join lateral (
      -- Each vector is made once; without the offset, PostgreSQL would repeat the call wherever it is used.
      select case when r.is_title_searched then search_vector(r.title_words) else '' end as title,
             search_vector(r.lead) as lead
      offset 0
    ) v
  )
  insert into search_words (word)
  select distinct w.word from unnest(${findNewWords(entry)}::text[]) as w (word) order by w.word
  on conflict do nothing`;

/** A few ids, or a statement for the column id of many, so that they are not read into memory. */
type ItemIds = readonly string[] | RawBuilder<unknown>;

const isArray: (ids: ItemIds) => ids is readonly string[] = Array.isArray;
const isAmong = (ids: ItemIds, column = 'id'): RawBuilder<boolean> =>
  isArray(ids) ? sql`${sql.ref(column)} = any(${ids}::uuid[])` : sql`${sql.ref(column)} in (${ids})`;

/** Writes the search index. All commands join the caller's transaction. */
@Injectable()
export class SearchIndexService {
  private provisionalEntryListener = (): void => undefined;

  constructor(
    private readonly database: Database,
    private readonly cache: QueryCache,
    private readonly links: ContentLinks,
  ) {}

  /** Adds or replaces the entry of an item. The caller holds the lock on the item. */
  async put(entry: SearchEntry): Promise<void> {
    await this.remove(entry.type, entry.id);
    await this.add(entry);
  }

  /** Adds the entry of a new item. The caller invalidates the cache. */
  async add(entry: SearchEntry): Promise<void> {
    await insertEntry(entry).execute(this.database.db);
    await this.links.add(entry.type, entry.id, entry.links ?? []);
    if (entry.isProvisional) this.database.afterCommit(this.provisionalEntryListener);
  }

  /** For a change of the audience that leaves the texts as they are. The caller holds the lock on the item. */
  async updateVisibility({ type, id, audience, at }: SearchVisibility): Promise<void> {
    await this.database.db
      .updateTable('search_entries')
      .set({ audience, at })
      .where('type', '=', type)
      .where('id', '=', id)
      .execute();
    this.cache.invalidate();
  }

  /** For a change of the category that leaves the texts as they are. The caller holds the locks on the items. */
  async moveToCategory(categoryId: string, type: SearchType, ids: ItemIds): Promise<void> {
    await this.database.db
      .updateTable('search_entries')
      .set({ category_id: categoryId })
      .where('type', '=', type)
      .where(isAmong(ids))
      .where('part', '=', sql.lit(0))
      .execute();
    this.cache.invalidate();
  }

  /**
   * For changes of addresses, categories and titles, where titles are those of other items and not searched. The
   * caller holds the locks on the items.
   * @param items a statement for the columns id, url, title and category_id
   */
  async relocate(type: SearchType, items: RawBuilder<unknown>): Promise<void> {
    // From one row to tens of thousands.
    await sql`
      update search_entries e
      set url = r.url, title = case e.part when 0 then r.title else e.title end,
          category_id = case e.part when 0 then r.category_id end
      from (${items}) r where e.type = ${type} and e.id = r.id`.execute(this.database.db.withPlugin(plannedForValues));
    this.cache.invalidate();
  }

  /** Has missing entries added in the background, where there are too many for the caller's transaction. */
  addMissingInBackground(): void {
    this.database.afterCommit(this.provisionalEntryListener);
  }

  async remove(type: SearchType, id: string): Promise<void> {
    await this.removeAll(type, [id]);
  }

  async removeAll(type: SearchType, ids: ItemIds): Promise<void> {
    await sql`
      with links as (delete from content_links where source_type = ${type} and ${isAmong(ids, 'source_id')})
      delete from search_entries where type = ${type} and ${isAmong(ids)}`.execute(this.database.db);
    // Each item that is published, changed or withdrawn passes here.
    this.cache.invalidate();
  }

  /** Registers the one listener that is called after an entry with a provisional text has been committed. */
  onProvisionalEntry(listener: () => void): void {
    this.provisionalEntryListener = listener;
  }
}
