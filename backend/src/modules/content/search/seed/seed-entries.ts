import type { Bulk } from '../../../../platform/database/bulk.js';
import { getRows, type SearchEntry } from '../search-index.service.js';
import { findWords } from '../search-text.js';
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
] as const;

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

  async copy<Item>(items: Iterable<Item>, toEntry: (item: Item) => SearchEntry): Promise<void> {
    await this.bulk.copy('search_entries', [...columns, 'tsv', 'short_tsv', 'title_tsv'], this.rows(items, toEntry));
  }

  /** Large seeds use all words; those that are not in the index are never suggested. */
  async finish(): Promise<void> {
    await this.bulk.query('insert into search_words (word) select distinct unnest($1::text[]) on conflict do nothing', [
      this.vocabulary.flatMap(findWords),
    ]);
  }

  /** Lazily, so that PostgreSQL stores a row while the next one is made. */
  private *rows<Item>(items: Iterable<Item>, toEntry: (item: Item) => SearchEntry): Generator<unknown[]> {
    for (const item of items)
      for (const row of getRows(toEntry(item)))
        yield [...columns.map((column) => row[column]), ...this.vectors.buildVectors(row)];
  }
}
