import type { Bulk } from '../../../../platform/database/bulk.js';
import type { SearchRow } from '../search-index.service.js';

/** By the number of the word; null for stop words. */
type Lexemes = readonly (string | null)[];

interface WordRow {
  word: string;
  german: string[];
  english: string[];
  simple: string[];
}

/**
 * The search vectors of seeded texts. Their words are few, so each is reduced to its lexemes once: parsing all texts in
 * PostgreSQL takes most of the time of a large seed. A test compares the result with that of PostgreSQL.
 */
export class SeedVectors {
  private constructor(
    private readonly numbers: ReadonlyMap<string, number>,
    private readonly german: Lexemes,
    private readonly english: Lexemes,
    private readonly simple: Lexemes,
  ) {}

  /** @param words all words of the texts, in lower case */
  static async create(bulk: Bulk, words: readonly string[]): Promise<SeedVectors> {
    const rows = await bulk.query<WordRow>(
      `select w.word, tsvector_to_array(to_tsvector('german', w.word)) as german,
              tsvector_to_array(to_tsvector('hub_english', w.word)) as english,
              tsvector_to_array(to_tsvector('hub_simple', w.word)) as simple
       from unnest($1::text[]) as w (word)`,
      [words],
    );
    const lexemes = (column: 'german' | 'english' | 'simple') => rows.map((row) => row[column][0] ?? null);
    const numbers = new Map(rows.map(({ word }, number) => [word, number]));
    return new SeedVectors(numbers, lexemes('german'), lexemes('english'), lexemes('simple'));
  }

  /** tsv, short_tsv and title_tsv of a row, as `insertEntries` makes them. */
  buildVectors(row: SearchRow): [tsv: string, short: string | null, title: string | null] {
    const title = row.is_title_searched ? this.getWords(row.title_words) : [];
    const whole = this.start(title).add(this.german, this.english, this.getWords(`${row.tags} ${row.headings}`), 'B');
    const tsv = whole.add(this.german, this.english, this.getWords(row.text)).toString();
    if (row.part > 0) return [tsv, null, null];
    const isShort = row.text === row.lead && !row.headings;
    const short = isShort ? tsv : this.shorten(row, title);
    if (!row.is_titled) return [tsv, short, null];
    const names = new SeedVector().append(this.simple, [...title, ...this.getWords(row.names)]);
    return [tsv, short, names.add(this.german, this.english, title).toString()];
  }

  private shorten({ tags, lead }: SearchRow, title: readonly number[]): string {
    return this.start(title)
      .add(this.german, this.english, this.getWords(tags), 'B')
      .add(this.german, this.english, this.getWords(lead))
      .toString();
  }

  /** The numbers of the words. @throws when the vocabulary lacks one */
  private getWords(text: string): number[] {
    return (text.toLowerCase().match(/[a-z\d]+/g) ?? []).map((word) => {
      const number = this.numbers.get(word);
      if (number === undefined) throw new Error(`A seeded text has an unknown word: ${word}`);
      return number;
    });
  }

  private start(title: readonly number[]): SeedVector {
    return new SeedVector().add(this.german, this.english, title, 'A');
  }
}

const MAX_POSITION = 16_383;
const weights = ['', 'A', 'B'] as const;
type Weight = (typeof weights)[number];
/** The text after a lexeme, by weight and position. */
const places = new Map(
  weights.map((weight) => [weight, Array.from({ length: MAX_POSITION + 1 }, (_, at) => `:${at}${weight} `)]),
);

/**
 * The text of a vector; what is appended is counted from the last position so far. PostgreSQL sorts the lexemes and
 * unites equal ones.
 */
class SeedVector {
  private readonly parts: string[] = [];
  private last = 0;

  /** The words in both languages, as search_vector() has them. */
  add(german: Lexemes, english: Lexemes, words: readonly number[], weight: Weight = ''): this {
    return this.append(german, words, weight).append(english, words, weight);
  }

  append(lexemes: Lexemes, words: readonly number[], weight: Weight = ''): this {
    const placesOfWeight = places.get(weight)!;
    let position = this.last;
    for (const word of words) {
      position++;
      const lexeme = lexemes[word];
      if (!lexeme) continue;
      this.parts.push(lexeme, placesOfWeight[position]!);
      this.last = position;
    }
    return this;
  }

  toString(): string {
    return this.parts.join('');
  }
}
