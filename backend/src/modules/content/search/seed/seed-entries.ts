import type { Bulk } from '../../../../platform/database/bulk.js';
import { insertWords, rowsOf, type SearchEntry, type SearchRow } from '../search-entry.js';
import { wordsIn } from '../search-text.js';
import { SeedVectors } from './seed-vectors.js';

const columns = [
  'type',
  'id',
  'part',
  'format',
  'audience',
  'author_id',
  'category_id',
  'difficulty',
  'at',
  'boost',
  'url',
  'title',
  'summary',
  'body',
  'tsv',
  'short_tsv',
  'title_tsv',
];

/** Words of seeded texts that are not in their vocabulary: of times in videos. */
const extraWords = Array.from({ length: 100 }, (_, i) => [String(i), String(i).padStart(2, '0')]).flat();

/** Copies search entries in batches, and the words of the texts at the end. */
export class SeedEntries {
  private constructor(
    private readonly bulk: Bulk,
    private readonly vectors: SeedVectors,
    private readonly vocabulary: readonly string[],
  ) {}

  /** @param vocabulary all words of the texts, in lower case */
  static async create(bulk: Bulk, vocabulary: readonly string[]): Promise<SeedEntries> {
    const words = new Set([...vocabulary, ...extraWords]);
    return new SeedEntries(bulk, await SeedVectors.create(bulk, [...words]), vocabulary);
  }

  async copy<Item>(items: Iterable<Item>, entryOf: (item: Item) => SearchEntry): Promise<void> {
    await this.bulk.copy('search_entries', columns, this.rows(items, entryOf));
  }

  /** Large seeds use all words; those that are not in the index are never suggested. */
  async finish(): Promise<void> {
    await this.bulk.query(insertWords('unnest($1::text[])'), [this.vocabulary.flatMap(wordsIn)]);
  }

  /** Lazily, so that PostgreSQL stores a row while the next one is made. */
  private *rows<Item>(items: Iterable<Item>, entryOf: (item: Item) => SearchEntry): Generator<unknown[]> {
    for (const item of items)
      for (const row of rowsOf(entryOf(item))) yield [...fieldsOf(row), ...this.vectors.vectorsOf(row)];
  }
}

const fieldsOf = (row: SearchRow): unknown[] => [
  row.type,
  row.id,
  row.part,
  row.format,
  row.audience,
  row.author_id,
  row.category_id,
  row.difficulty,
  row.at,
  row.boost,
  row.url,
  row.title,
  row.summary,
  row.body,
];
