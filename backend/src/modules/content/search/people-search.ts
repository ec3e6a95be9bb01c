import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import { type FindablePerson, PeopleFacade } from '../../auth/index.js';
import type { SearchEntry } from './search-entry.js';
import { SearchFacade } from './search-facade.js';
import { FORMAT } from './search-rows.js';
import type { SearchDetails } from './search.dto.js';

/** For members only: nobody else needs a list of who is here. */
const AUDIENCE = 'LOGGED_IN';

const indexed = (id: string, more = '') =>
  `exists (select 1 from search_entries e where e.type = 'user' and e.id = ${id} and e.part = 0${more})`;

/** People are found by what they say of themselves; their address is no part of it. */
@Injectable()
export class PeopleSearch {
  constructor(
    private readonly people: PeopleFacade,
    private readonly search: SearchFacade,
    private readonly database: Database,
    reconciliation: Reconciliation,
  ) {
    search.addSource(['user'], (ids) => this.detailsOf(ids));
    people.onChange((id) => this.put(id));
    const misplaced = `select u.id, 'not in the index' as what from (${people.findableIds}) u where not ${indexed('u.id')}
      union all select e.id, 'in the index only' from search_entries e where e.type = 'user' and e.part = 0 and e.id not in (${people.findableIds})
      union all select e.id, 'in the index for others' from search_entries e where e.type = 'user' and e.part = 0 and e.id in (${people.findableIds}) and (e.audience, e.author_id) is distinct from ('${AUDIENCE}', e.id)`;
    reconciliation.add({
      name: 'people in the search index',
      differences: misplaced,
      tables: ['users', 'search_entries'],
      // Who is missing is put there by the rebuild, which the command runs after this.
      repair: [`delete from search_entries e where e.type = 'user' and e.id in (select m.id from (${misplaced}) m)`],
    });
  }

  /** Puts the next few who are missing into the index; says who they were. Whoever is being changed just now is put there by that. */
  async completeAfter(after: string, limit: number): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `select u.id from (${this.people.findableIds}) u where u.id > $1 and not ${indexed('u.id', ` and e.format = ${FORMAT}`)} order by u.id limit ${limit} for no key update skip locked`,
      [after],
    );
    const ids = rows.map(({ id }) => id);
    for (const person of await this.people.findable(ids)) await this.search.put(personEntry(person));
    return ids;
  }

  private async put(id: string): Promise<void> {
    const [person] = await this.people.findable([id]);
    await (person ? this.search.put(personEntry(person)) : this.search.remove('user', id));
  }

  private async detailsOf(ids: string[]): Promise<Map<string, SearchDetails>> {
    const people = await this.people.findable(ids);
    return new Map(
      people.map(({ id, since }) => [
        id,
        {
          category: null,
          view_count: 0,
          like_count: 0,
          difficulty: null,
          status: null,
          created_at: since.toISOString(),
        },
      ]),
    );
  }
}

function personEntry({ id, name, handle, bio, skills, location, since }: FindablePerson): SearchEntry {
  const url = `/user/${id}`;
  const summary = [skills.join(', '), location].filter(Boolean).join(' · ');
  return {
    type: 'user',
    id,
    audience: AUDIENCE,
    authorId: id,
    categoryId: null,
    difficulty: null,
    at: since,
    boost: 0,
    url,
    title: name,
    names: [handle],
    summary,
    tags: [handle],
    pieces: [{ heading: null, url, text: bio }],
  };
}
