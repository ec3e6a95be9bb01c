import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import { editDistance } from './edit-distance.js';
import type { SearchType } from './search-entry.js';
import type { SearchTerms } from './search-terms.js';

const NEIGHBOURS = 30;
/** Of each word so many neighbours are held against what this person may see. */
const TRIED = 6;

const isFound = (word: string) =>
  `exists (select 1 from search_entries e where e.part = 0 and e.type = any($3::text[]) and e.tsv @@ search_term(${word}, false) and ${visibleTo('e', '$1', '$2')})`;

/** Helps those who mistype: words that nothing has are replaced by the nearest that something has which this person may see. */
@Injectable()
export class DidYouMean {
  constructor(private readonly database: Database) {}

  /** @returns the query as it was probably meant; undefined when there is nothing better */
  async correct(actor: Actor, query: string, terms: SearchTerms, types: SearchType[]): Promise<string | undefined> {
    const positive = terms.groups.flat().filter(({ without }) => !without);
    const words = [
      ...new Set(positive.flatMap(({ text }) => text.toLowerCase().split(/\s+/)).filter((word) => isWord.test(word))),
    ];
    if (!words.length) return undefined;
    const near = await this.neighbours(actor, words, types);
    const right = near.size ? await this.found(actor, near, types) : new Map<string, string>();
    if (!right.size) return undefined;
    return query.replace(/[^\s"]+/g, (word) => right.get(word.toLowerCase()) ?? word);
  }

  /** Of each word that finds nothing, those that are written nearly so, the nearest first. */
  private async neighbours(actor: Actor, words: string[], types: SearchType[]): Promise<Map<string, string[]>> {
    const rows = await this.database.query<{ word: string; near: string }>(
      `select w.word, n.word as near from unnest($4::text[]) w (word)
       cross join lateral (select s.word from search_words s order by s.word <-> w.word limit ${NEIGHBOURS}) n where not ${isFound('w.word')}`,
      [audiencesOf(actor), actor.id, types, words],
    );
    const near = new Map<string, string[]>();
    for (const word of new Set(rows.map((row) => row.word))) {
      const most = word.length < 6 ? 1 : 2;
      const ranked = rows
        .filter((row) => row.word === word)
        .map((row) => ({ near: row.near, distance: editDistance(plain(word), plain(row.near)) }));
      const close = ranked
        .filter(({ distance }) => distance <= most)
        .sort((a, b) => a.distance - b.distance)
        .slice(0, TRIED);
      if (close.length)
        near.set(
          word,
          close.map((one) => one.near),
        );
    }
    return near;
  }

  /** The first neighbour of each that is there for this person: a word that only others may read is offered to nobody else. */
  private async found(actor: Actor, near: Map<string, string[]>, types: SearchType[]): Promise<Map<string, string>> {
    const pairs = [...near].flatMap(([word, all]) => all.map((one) => ({ word, one })));
    const rows = await this.database.query<{ word: string; near: string }>(
      `select distinct on (p.word) p.word, p.near from unnest($4::text[], $5::text[]) with ordinality p (word, near, place) where ${isFound('p.near')} order by p.word, p.place`,
      [audiencesOf(actor), actor.id, types, pairs.map(({ word }) => word), pairs.map(({ one }) => one)],
    );
    return new Map(rows.map((row) => [row.word, row.near]));
  }
}

const isWord = /^\p{L}[\p{L}\p{M}]{3,29}$/u;
const plain = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
