import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import { type SearchableUser, UsersFacade } from '../../auth/index.js';
import { indexCheck } from './index-check.js';
import type { SearchEntry } from './search-entry.js';
import { SearchFacade } from './search-facade.js';
import { hasCurrentEntry, type SearchSource, SearchSources, type UnindexedItems } from './search-sources.js';
import { searchTextOf } from './search-text.js';
import type { SearchDetails } from './search.dto.js';

/** Only signed-in users may find users. */
const AUDIENCE = 'LOGGED_IN';

/** Users are found by name, handle and profile, but not by their email address. */
@Injectable()
export class UserSearchSource implements SearchSource, OnModuleInit {
  readonly type = 'user';

  constructor(
    private readonly users: UsersFacade,
    private readonly search: SearchFacade,
    private readonly sources: SearchSources,
    private readonly database: Database,
    private readonly reconciliation: Reconciliation,
  ) {}

  onModuleInit(): void {
    this.sources.register(this);
    this.users.onChange((id) => this.updateEntry(id));
    this.addCheck();
  }

  handleSql(id: string): string {
    return `(select p.handle from people p where p.id = ${id})`;
  }

  async findDetails(ids: string[]): Promise<Map<string, SearchDetails>> {
    const users = await this.users.findSearchable(ids);
    return new Map(users.map((user) => [user.id, detailsOf(user)]));
  }

  async findUnindexed(afterId: string, limit: number): Promise<UnindexedItems> {
    const rows = await this.database.query<{ id: string }>(
      `select u.id from (${this.users.searchableIdsSql}) u
       where u.id > $1 and not ${hasCurrentEntry('user', 'u.id')}
       order by u.id limit ${limit}`,
      [afterId],
    );
    const ids = rows.map(({ id }) => id);
    return { ids, postponed: 0, lockEntries: () => this.lockEntries(ids) };
  }

  private async lockEntries(ids: string[]): Promise<SearchEntry[]> {
    const rows = await this.database.query<{ id: string }>(
      `select u.id from (${this.users.searchableIdsSql}) u
       where u.id = any($1::uuid[]) and not ${hasCurrentEntry('user', 'u.id')}
       order by u.id for no key update skip locked`,
      [ids],
    );
    return (await this.users.findSearchable(rows.map(({ id }) => id))).map(userEntry);
  }

  private async updateEntry(id: string): Promise<void> {
    const [user] = await this.users.findSearchable([id]);
    await (user ? this.search.put(userEntry(user)) : this.search.remove('user', id));
  }

  private addCheck(): void {
    this.reconciliation.add(
      indexCheck({
        name: 'people in the search index',
        type: 'user',
        sql: `select u.id, '${AUDIENCE}' as audience, u.id as author_id, null::uuid as category_id
              from (${this.users.searchableIdsSql}) u`,
        tables: ['users'],
      }),
    );
  }
}

const detailsOf = ({ since }: SearchableUser): SearchDetails => ({
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
export function userEntry({ id, name, handle, bio, skills, location, since }: SearchableUser): SearchEntry {
  return {
    type: 'user',
    id,
    audience: AUDIENCE,
    authorId: id,
    categoryId: null,
    difficulty: null,
    at: since,
    boost: 0,
    url: `/user/${id}`,
    title: name,
    names: [handle],
    summary: [skills.join(', '), location].filter(Boolean).join(' · '),
    tags: [handle],
    text: searchTextOf([{ heading: null, anchor: '', text: bio }]),
  };
}
