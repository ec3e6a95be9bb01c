import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import { PersonalData } from '../../../platform/personal-data/personal-data.js';
import { type SearchableUser, UsersFacade } from '../../auth/index.js';
import {
  createIndexCheck,
  hasCurrentEntry,
  type SearchSource,
  SearchSourceRegistry,
  type UnindexedItems,
} from './search-source-registry.js';
import { findNewWords, type SearchEntry, searchTypes, SearchIndexService } from './search-index.service.js';
import { getSearchText } from './search-text.js';
import type { SearchDetails } from './search.dto.js';

/** Only signed-in users may find users. */
const AUDIENCE = 'LOGGED_IN';

/** Users are found by name, handle and profile, but not by their email address. */
@Injectable()
export class UserSearchSource implements SearchSource, OnModuleInit {
  readonly type = 'user';

  constructor(
    private readonly users: UsersFacade,
    private readonly search: SearchIndexService,
    private readonly sources: SearchSourceRegistry,
    private readonly database: Database,
    private readonly reconciliation: Reconciliation,
    personalData: PersonalData,
  ) {
    // Not exported: the index repeats the profile.
    personalData.register({ sections: [], erase: ({ id }) => this.erase(id) });
  }

  onModuleInit(): void {
    this.sources.register(this);
    this.users.onChange((id) => this.updateEntry(id));
    this.addCheck();
  }

  selectHandle(id: RawBuilder<string>): RawBuilder<string> {
    return sql`(select p.handle from people p where p.id = ${id})`;
  }

  async findDetails(ids: string[]): Promise<Map<string, SearchDetails>> {
    const users = await this.users.findSearchable(ids);
    return new Map(users.map((user) => [user.id, getDetails(user)]));
  }

  async findUnindexed(afterId: string, limit: number): Promise<UnindexedItems> {
    const { rows } = await sql<{ id: string }>`
      select u.id from (${sql.raw(this.users.searchableIdsSql)}) u
      where u.id > ${afterId} and not ${hasCurrentEntry('user', 'u.id')}
      order by u.id limit ${sql.lit(limit)}`.execute(this.database.db);
    const ids = rows.map(({ id }) => id);
    return { ids, postponed: 0, lockEntries: () => this.lockEntries(ids) };
  }

  private async lockEntries(ids: string[]): Promise<SearchEntry[]> {
    const { rows } = await sql<{ id: string }>`
      select u.id from (${sql.raw(this.users.searchableIdsSql)}) u
      where u.id = any(${ids}::uuid[]) and not ${hasCurrentEntry('user', 'u.id')}
      order by u.id for no key update skip locked`.execute(this.database.db);
    return (await this.users.findSearchable(rows.map(({ id }) => id))).map(userEntry);
  }

  private async updateEntry(id: string): Promise<void> {
    const [user] = await this.users.findSearchable([id]);
    await (user ? this.search.put(userEntry(user)) : this.search.remove('user', id));
  }

  /** Removes the entry, and words that no other entry contains. */
  private async erase(id: string): Promise<void> {
    const profile = await this.users.findProfile(id);
    if (!profile) return;
    await this.search.remove('user', id);
    await sql`
      delete from search_words s
      where s.word = any(${findNewWords(userEntry(profile))}::text[]) and not exists (
        select 1 from search_entries e
        where e.part = 0 and e.type = any(${searchTypes}::text[]) and e.tsv @@ search_term(s.word, false)
      )`.execute(this.database.db);
  }

  private addCheck(): void {
    this.reconciliation.add(
      createIndexCheck({
        name: 'people in the search index',
        type: 'user',
        sql: `select u.id, '${AUDIENCE}' as audience, u.id as author_id, null::uuid as category_id
              from (${this.users.searchableIdsSql}) u`,
        tables: ['users'],
      }),
    );
  }
}

const getDetails = ({ since }: SearchableUser): SearchDetails => ({
  category: null,
  view_count: 0,
  like_count: 0,
  difficulty: null,
  status: null,
  visibility: null,
  created_at: since.toISOString(),
  updated_at: null,
  published_at: null,
});

/** The entry of a user, from the profile. */
function userEntry({ id, name, handle, bio, skills, location, since }: SearchableUser): SearchEntry {
  return {
    type: 'user',
    id,
    audience: AUDIENCE,
    author_id: id,
    category_id: null,
    difficulty: null,
    at: since,
    boost: 0,
    url: `/user/${id}`,
    title: name,
    names: [handle],
    summary: [skills.join(', '), location].filter(Boolean).join(' · '),
    tags: [handle],
    text: getSearchText([{ heading: null, anchor: '', text: bio }]),
  };
}
