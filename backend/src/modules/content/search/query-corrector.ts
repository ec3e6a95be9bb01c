import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { isEntryVisibleTo } from '../audience/audience.js';
import { isOfItems } from './search-candidates.js';
import type { SearchType } from './search-index.service.js';
import { type SearchTerms, straightenQuotes } from './search-terms.js';
import { hasUnspacedScript } from './search-words.js';

/** Nearest words per mistyped word, by trigrams. */
const MAX_NEIGHBOURS = 30;
/** Candidates per mistyped word, by edit distance; each is checked for visible items. */
const MAX_CANDIDATES = 6;

/** Whether an item that the actor may see contains the word. */
const isFound = (actor: Actor, word: string, types: readonly SearchType[]): RawBuilder<boolean> =>
  sql`exists (
     select 1 from search_entries e
     where e.part = 0 and e.type = any(${types}::text[]) ${isOfItems(types)}
       and e.tsv @@ search_term(${sql.ref(word)}, false) and ${isEntryVisibleTo(actor, 'e')}
   )`;

/**
 * Corrects mistyped words: each that finds nothing is replaced by the nearest word that finds an item the actor may
 * see.
 */
@Injectable()
export class QueryCorrector {
  constructor(private readonly database: DatabaseReader) {}

  /** @returns undefined without a correction */
  async correct(actor: Actor, query: string, terms: SearchTerms, types: SearchType[]): Promise<string | undefined> {
    const positive = terms.groups.flat().filter(({ without }) => !without);
    const words = [...new Set(positive.flatMap(({ text }) => text.toLowerCase().split(/\s+/)).filter(isCorrectable))];
    if (!words.length) return undefined;
    const candidates = await this.findCandidates(actor, words, types);
    if (!candidates.size) return undefined;
    const corrections = await this.findCorrections(actor, candidates, types);
    if (!corrections.size) return undefined;
    return straightenQuotes(query).replace(/[^\s"]+/g, (word) => corrections.get(word.toLowerCase()) ?? word);
  }

  /** Similar words for each word that finds nothing, the nearest first. */
  private async findCandidates(actor: Actor, words: string[], types: SearchType[]): Promise<Map<string, string[]>> {
    const { rows } = await sql<{ word: string; near: string }>`
      select w.word, n.word as near
      from unnest(${words}::text[]) w (word)
      cross join lateral (
        select s.word from search_words s order by s.word <-> w.word limit ${sql.lit(MAX_NEIGHBOURS)}
      ) n
      where not ${isFound(actor, 'w.word', types)}`.execute(this.database.db);
    const candidates = new Map<string, string[]>();
    for (const [word, neighbours] of Map.groupBy(rows, (row) => row.word)) {
      const maxDistance = word.length < 6 ? 1 : 2;
      const close = neighbours
        .map(({ near }) => ({ near, distance: getDistance(withoutAccents(word), withoutAccents(near)) }))
        .filter(({ distance }) => distance <= maxDistance)
        .sort((a, b) => a.distance - b.distance)
        .slice(0, MAX_CANDIDATES);
      if (close.length)
        candidates.set(
          word,
          close.map(({ near }) => near),
        );
    }
    return candidates;
  }

  /** The first candidate of each word that the actor may know of: words of other items are not revealed. */
  private async findCorrections(
    actor: Actor,
    candidates: Map<string, string[]>,
    types: SearchType[],
  ): Promise<Map<string, string>> {
    const pairs = [...candidates].flatMap(([word, nearest]) => nearest.map((near) => ({ word, near })));
    const words = pairs.map(({ word }) => word);
    // In this order and one after the other, because most searches end with the first candidate.
    const { rows } = await sql<{ word: string; near: string }>`
      select w.word, f.near
      from (select distinct unnest(${words}::text[]) as word) w
      cross join lateral (
        select n.near
        from (
          select p.near
          from unnest(${words}::text[], ${pairs.map(({ near }) => near)}::text[]) with ordinality p (word, near, place)
          where p.word = w.word
          order by p.place
          offset 0
        ) n
        where ${isFound(actor, 'n.near', types)}
        limit 1
      ) f`.execute(this.database.db);
    return new Map(rows.map((row) => [row.word, row.near]));
  }
}

const IS_WORD = /^\p{L}[\p{L}\p{M}]{3,29}$/u;
const isCorrectable = (word: string): boolean => IS_WORD.test(word) && !hasUnspacedScript(word);
const withoutAccents = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');

/** Beginnings of fewer letters resemble too many words. */
const MIN_PREFIX = 6;

/** The edits from a word to another one, or to its beginning and half an edit more: "pstgres" to "postgresql". */
function getDistance(word: string, near: string): number {
  const whole = editDistance(word, near);
  if (word.length < MIN_PREFIX || near.length <= word.length + 1) return whole;
  const beginnings = [-1, 0, 1].map((more) => near.slice(0, word.length + more));
  return Math.min(whole, ...beginnings.map((beginning) => editDistance(word, beginning) + 0.5));
}

/** Damerau-Levenshtein distance (optimal string alignment). */
function editDistance(from: string, to: string): number {
  const [a, b] = [[...from], [...to]];
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const substituted = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : Infinity;
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, substituted, swapped));
    }
  }
  return at(a.length, b.length);
}
