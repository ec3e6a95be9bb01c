import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import type { SearchTerms, Term } from './search-terms.js';
import { normalizeText } from './search-text.js';
import { hasUnspacedScript } from './search-words.js';

/** Shorter words are parts of very many others: form of information. */
const IS_PART = /^\p{L}[\p{L}\p{M}]{4,29}$/u;
/** Parts per query, which may have more words. */
const MAX_PARTS = 3;
/** Words that are read for each part … */
const MAX_READ = 200;
/** … and the shortest of them, which are searched. */
const MAX_COMPOUNDS = 12;

const isPart = ({ text, phrase, without }: Term): boolean =>
  !phrase && !without && IS_PART.test(text) && !hasUnspacedScript(text);

/** Finds words that contain those of a query, as German compounds do: Bereitschaftsdienst for Dienst. */
@Injectable()
export class CompoundFinder {
  constructor(private readonly database: DatabaseReader) {}

  /** @returns terms that match the words or their compounds; undefined without compounds */
  async expand(terms: SearchTerms): Promise<SearchTerms | undefined> {
    const parts = terms.groups
      .flat()
      .filter(isPart)
      .map(({ text }) => normalizeText(text));
    if (!parts.length) return undefined;
    const compounds = await this.findCompounds([...new Set(parts)].slice(0, MAX_PARTS));
    if (!compounds.size) return undefined;
    const expandTerm = (term: Term): Term => ({
      ...term,
      compounds: isPart(term) ? compounds.get(normalizeText(term.text)) : undefined,
    });
    return { ...terms, groups: terms.groups.map((group) => group.map(expandTerm)) };
  }

  /** Words of items that the user may not see are among them: they find only what the user may see. */
  private async findCompounds(parts: readonly string[]): Promise<Map<string, string[]>> {
    const { rows } = await sql<{ part: string; compounds: string[] }>`
      select p.part, c.compounds
      from unnest(${parts}::text[]) p (part)
      cross join lateral (
        select (array_agg(w.word order by length(w.word), w.word))[:${sql.lit(MAX_COMPOUNDS)}] as compounds
        from (
          select s.word from search_words s where s.word like '%' || p.part || '%' and s.word <> p.part
          limit ${sql.lit(MAX_READ)}
        ) w
      ) c
      where c.compounds is not null`.execute(this.database.db);
    return new Map(rows.map(({ part, compounds }) => [part, compounds]));
  }
}
