import type { Bulk } from '../../../../platform/database/bulk.js';
import { insertWords, newWordsOf, rowsOf, type SearchEntry, type SearchRow } from '../search-entry.js';
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

/** Words of seeded texts that are not in their vocabulary: of replies, and of times in videos. */
const extraWords = ['re', ...Array.from({ length: 100 }, (_, i) => [String(i), String(i).padStart(2, '0')]).flat()];

/** Copies search entries in batches, and their words at the end. */
export class SeedEntries {
  private readonly words = new Set<string>();

  private constructor(
    private readonly bulk: Bulk,
    private readonly vectors: SeedVectors,
    /** how many words there can be */
    private readonly maxWords: number,
  ) {}

  /** @param vocabulary all words of the texts, in lower case */
  static async create(bulk: Bulk, vocabulary: readonly string[]): Promise<SeedEntries> {
    const words = new Set([...vocabulary, ...extraWords]);
    return new SeedEntries(bulk, await SeedVectors.create(bulk, [...words]), vocabulary.flatMap(wordsIn).length);
  }

  async copy<Item>(items: Iterable<Item>, entryOf: (item: Item) => SearchEntry): Promise<void> {
    await this.bulk.copy('search_entries', columns, this.rows(items, entryOf));
  }

  async finish(): Promise<void> {
    await this.bulk.query(insertWords('unnest($1::text[])'), [[...this.words]]);
  }

  /** Lazily, so that PostgreSQL stores a row while the next one is made. */
  private *rows<Item>(items: Iterable<Item>, entryOf: (item: Item) => SearchEntry): Generator<unknown[]> {
    for (const item of items) {
      const entry = entryOf(item);
      if (this.words.size < this.maxWords) for (const word of newWordsOf(entry)) this.words.add(word);
      for (const row of rowsOf(entry)) yield [...fieldsOf(row), ...this.vectors.vectorsOf(row)];
    }
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
