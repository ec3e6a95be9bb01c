import type { SearchEntry } from './search-entry.js';
import { bodyOf, cleaned, headingsOf, LEAD, leadOf, piecesOf, wordsIn } from './search-text.js';

/** Rises when entries are made in another way than before; older ones are then made anew at the next start. */
export const FORMAT = 2;

/** A row of search_entries before PostgreSQL has made vectors of its texts. */
export interface SearchRow {
  type: string;
  id: string;
  part: number;
  audience: string;
  author_id: string | null;
  category_id: string | null;
  difficulty: string | null;
  at: string;
  boost: number;
  url: string;
  title: string;
  /** what else it is called */
  names: string;
  summary: string;
  body: string;
  /** counts more than the text */
  tags: string;
  headings: string;
  /** all of the text */
  text: string;
}

const columns =
  'type text, id uuid, part int, audience text, author_id uuid, category_id uuid, difficulty text, at timestamptz, boost smallint, url text, title text, names text, summary text, body text, tags text, headings text, "text" text';

export function rowsOf(entry: SearchEntry): SearchRow[] {
  const { type, id, audience, authorId: author_id, categoryId: category_id, difficulty, boost } = entry;
  const common = { type, id, audience, at: entry.at.toISOString() };
  const text = bodyOf(entry.pieces);
  const tags = cleaned([...entry.tags, entry.summary].join('\n'));
  const whole: SearchRow = {
    ...common,
    part: 0,
    author_id,
    category_id,
    difficulty,
    boost,
    url: entry.url,
    title: cleaned(entry.title),
    names: cleaned((entry.names ?? []).join(' ')),
    summary: cleaned(entry.summary),
    body: leadOf(text),
    tags,
    headings: headingsOf(entry.pieces),
    text,
  };
  // One that is short and has no headings is found and shown whole.
  if (text.length <= LEAD && entry.pieces.every(({ heading }) => heading === null)) return [whole];
  // What the whole item is asked for is not kept with its pieces as well.
  const pieces = piecesOf(entry.pieces).map((piece, i): SearchRow => ({
    ...common,
    part: i + 1,
    author_id: null,
    category_id: null,
    difficulty: null,
    boost: 0,
    url: piece.url,
    title: piece.heading ?? '',
    names: '',
    summary: '',
    body: piece.text,
    tags: '',
    headings: '',
    text: piece.text,
  }));
  return [whole, ...pieces];
}

export const newWordsOf = (entry: SearchEntry): string[] =>
  wordsIn([entry.title, entry.summary, ...entry.tags, bodyOf(entry.pieces)].join('\n'));

/** @param rows SQL for a JSON array of {@link SearchRow}; @param from where it comes from, if not from a parameter */
export const insertEntries = (rows: string, from = ''): string =>
  `insert into search_entries (type, id, part, format, audience, author_id, category_id, difficulty, at, boost, url, title, summary, body, tsv, short_tsv, title_tsv)
   select r.type, r.id, r.part, ${FORMAT}, r.audience, r.author_id, r.category_id, r.difficulty, r.at, r.boost, r.url, r.title, r.summary, r.body,
          setweight(search_vector(r.title), 'A') || setweight(search_vector(r.tags || ' ' || r.headings), 'B') || search_vector(r.text),
          case r.part when 0 then setweight(search_vector(r.title), 'A') || setweight(search_vector(r.tags), 'B') || search_vector(r.body) end,
          case r.part when 0 then to_tsvector('hub_simple', regexp_replace(r.title || ' ' || r.names, '[^[:alnum:]]+', ' ', 'g')) || search_vector(r.title) end
   from ${from} jsonb_to_recordset(${rows}::jsonb) as r (${columns})`;

/** In one order, so that two who bring the same new words never wait for each other in a circle. */
export const insertWords = (words: string): string =>
  `insert into search_words (word) select distinct w.word from ${words} as w (word) order by w.word on conflict do nothing`;
