import { Injectable } from '@nestjs/common';
import { Actor } from '../../platform/access/actor.js';
import { Counters } from '../../platform/database/counters.js';
import { Database } from '../../platform/database/database.js';
import { PEOPLE } from './sign-in/accounts.service.js';
import { PersonChanges } from './users/person-changes.js';
import { ReputationCheck, type ReputationSource } from './users/reputation-check.js';

/** Somebody who can be told something: what they may see, how to reach them, and what they wish. */
export interface Recipient {
  actor: Actor;
  name: string;
  email: string;
  /** Nobody wishes for mails at an address that is not shown to be theirs: somebody else may have registered it. */
  preferences: { email: boolean; in_app: boolean };
}

/** Somebody as others may find them. */
export interface FindablePerson {
  id: string;
  name: string;
  handle: string;
  bio: string;
  skills: string[];
  location: string;
  since: Date;
}

interface RecipientRow {
  id: string;
  name: string;
  role: string;
  permissions: string[];
  email: string;
  mail: boolean;
  inApp: boolean;
}

const MAX_MENTIONED = 20;

/** What other modules may ask of people who are there already. Those who may not sign in are not among the answers. */
@Injectable()
export class PeopleFacade {
  constructor(
    private readonly database: Database,
    private readonly counters: Counters,
    private readonly reputationCheck: ReputationCheck,
    private readonly changes: PersonChanges,
  ) {}

  /** How many accounts there are. */
  count(): Promise<number> {
    return this.counters.get(PEOPLE);
  }

  async exists(id: string): Promise<boolean> {
    return !!(await this.database.one('select 1 as found from users where id = $1 and erased_at is null', [id]));
  }

  async names(ids: string[]): Promise<Map<string, string>> {
    const rows = ids.length
      ? await this.database.query<{ id: string; name: string }>(
          'select id, name from people where id = any($1::uuid[])',
          [ids],
        )
      : [];
    return new Map(rows.map((row) => [row.id, row.name]));
  }

  /** SQL for the ids of those whom others may find. */
  readonly findableIds = 'select u.id from users u where u.deactivated_at is null and u.erased_at is null';

  async findable(ids: readonly string[]): Promise<FindablePerson[]> {
    return this.database.query<FindablePerson>(
      `select u.id, u.name, u.handle, u.bio, u.skills, u.location, u.created_at as since from users u where u.id = any($1::uuid[]) and u.id in (${this.findableIds})`,
      [ids],
    );
  }

  /** Is told of everybody who is made or changed, within that transaction; to be called while modules initialise. */
  onChange(listener: (id: string) => Promise<void>): void {
    this.changes.add(listener);
  }

  async recipients(ids: readonly string[]): Promise<Recipient[]> {
    if (!ids.length) return [];
    const rows = await this.database.query<RecipientRow>(
      `select u.id, u.name, u.role, r.permissions, u.email::text as email,
              u.email_verified_at is not null and coalesce((u.preferences->>'email')::boolean, true) as mail, coalesce((u.preferences->>'in_app')::boolean, true) as "inApp"
       from users u join roles r on r.name = u.role
       where u.id = any($1::uuid[]) and u.deactivated_at is null and u.erased_at is null order by u.id`,
      [ids],
    );
    return rows.map(({ id, name, role, permissions, email, mail, inApp }) => ({
      actor: Actor.person({ id, name, role, permissions, sessionId: null }),
      name,
      email,
      preferences: { email: mail, in_app: inApp },
    }));
  }

  /** The ids behind handles, as they are mentioned; of more than 20 handles only the first are looked up. */
  async idsOfHandles(handles: readonly string[]): Promise<string[]> {
    if (!handles.length) return [];
    const rows = await this.database.query<{ id: string }>(
      'select id from users where handle = any($1::citext[]) and deactivated_at is null and erased_at is null order by id',
      [handles.slice(0, MAX_MENTIONED)],
    );
    return rows.map(({ id }) => id);
  }

  /** Joins the caller's transaction. People's rows are taken last of all, as the lock order asks. */
  async addReputation(id: string, by: number): Promise<void> {
    await this.database.query('update user_stats set reputation = reputation + $2 where user_id = $1', [id, by]);
  }

  /** For the reconcile command: who gives reputation by {@link addReputation} says here which rows that stands for. */
  reputationComesFrom(source: ReputationSource): void {
    this.reputationCheck.addSource(source);
  }

  /** Those of these sessions that still live. */
  async livingSessions(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(
      `select s.id from sessions s join users u on u.id = s.user_id
       where s.id = any($1::uuid[]) and s.expires_at > $2 and u.deactivated_at is null and u.erased_at is null`,
      [ids, new Date()],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** No mails any more, as the person asked for by a link in one. Whoever is not there needs none either. */
  async stopMails(id: string): Promise<void> {
    await this.database.query(
      `update users set preferences = preferences || '{"email": false}', updated_at = $2 where id = $1`,
      [id, new Date()],
    );
  }
}
