import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { PersonalData } from '../../../platform/personal-data/personal-data.js';
import { UsersFacade } from '../../auth/index.js';
import { newWordsOf, searchTypes } from './search-entry.js';
import { SearchFacade } from './search-facade.js';
import { userEntry } from './user-search.source.js';

/** What the search index contains of a profile: its entry, and words that no other entry contains. */
@Injectable()
export class SearchPersonalData {
  constructor(
    private readonly database: Database,
    private readonly users: UsersFacade,
    private readonly search: SearchFacade,
    personalData: PersonalData,
  ) {
    // Not exported: the index repeats the profile.
    personalData.register({ sections: [], erase: ({ id }) => this.erase(id) });
  }

  private async erase(userId: string): Promise<void> {
    const profile = await this.users.findProfile(userId);
    if (!profile) return;
    await this.search.remove('user', userId);
    await this.database.query(
      `delete from search_words s
       where s.word = any($1::text[]) and not exists (
         select 1 from search_entries e
         where e.part = 0 and e.type = any($2::text[]) and e.tsv @@ search_term(s.word, false)
       )`,
      [newWordsOf(userEntry(profile)), searchTypes],
    );
  }
}
