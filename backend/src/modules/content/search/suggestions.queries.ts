import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import type { SearchType } from './search-entry.js';
import { wordsOf } from './search-text.js';
import type { SuggestionResponse } from './search.dto.js';

const SUGGESTIONS = 8;
/** Ranked are at most so many; with more letters there will be fewer. */
const RANKED = 200;
/** A single letter begins a word in nearly every title: only the newest are asked then. */
const NEWEST = 300;

/** While somebody types: titles with these words, the last one unfinished. */
@Injectable()
export class SuggestionsQueries {
  constructor(private readonly database: Database) {}

  async list(actor: Actor, typed: string, types: SearchType[]): Promise<SuggestionResponse[]> {
    const words = wordsOf(typed).slice(0, 8);
    if (!words.length || !types.length) return [];
    const titleQuery = words.map((word) => `'${word}':*`).join(' & ');
    const visible = visibleTo('e', '$1', '$2');
    const columns = 'e.type, e.id, e.title, e.url, e.boost, e.at';
    const few = words.every((word) => word.length < 2);
    const source = few
      ? `select ${columns} from unnest($3::text[]) t (type) cross join lateral (
           select ${columns}, e.title_tsv from search_entries e where e.type = t.type and e.part = 0 and ${visible} order by e.at desc, e.id desc limit ${NEWEST}
         ) e where e.title_tsv @@ to_tsquery('hub_simple', $4)`
      : `select ${columns} from search_entries e where e.part = 0 and e.type = any($3::text[]) and e.title_tsv @@ to_tsquery('hub_simple', $4) and ${visible}`;
    return this.database.query<SuggestionResponse>(
      `select f.type, f.id, f.title, f.url from (${source} limit ${RANKED}) f
       order by starts_with(lower(f.title), $5) desc, f.boost desc, f.at desc, f.id desc limit ${SUGGESTIONS}`,
      [audiencesOf(actor), actor.id, types, titleQuery, words.join(' ')],
    );
  }
}
