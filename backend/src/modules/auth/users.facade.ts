import { Injectable } from '@nestjs/common';
import { Actor } from '../../platform/access/actor.js';
import { Counters } from '../../platform/database/counters.js';
import { Database } from '../../platform/database/database.js';
import { USER_COUNT } from './users/accounts.service.js';
import { UserChanges } from './users/user.events.js';
import { type ErasableUser, UserErasure } from './users/user-erasure.js';
import { PostCountCheck, ReputationCheck, type StatSource } from './users/user-stat-checks.js';

/** A user who can be notified. */
export interface Recipient {
  actor: Actor;
  name: string;
  email: string;
  /** `email` is false while the address is unverified: a stranger may have registered it. */
  preferences: { email: boolean; in_app: boolean };
}

/** A user as the search lists them. */
export interface SearchableUser {
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

/** Users, for other modules. Users who may not sign in are left out unless stated otherwise. */
@Injectable()
export class UsersFacade {
  constructor(
    private readonly database: Database,
    private readonly counters: Counters,
    private readonly reputationCheck: ReputationCheck,
    private readonly postCheck: PostCountCheck,
    private readonly userChanges: UserChanges,
    private readonly erasure: UserErasure,
  ) {}

  /** Number of accounts. */
  count(): Promise<number> {
    return this.counters.get(USER_COUNT);
  }

  /** Number of accounts by role, the most powerful first; reads all users, so it is not for screens. */
  async countByRole(): Promise<Record<string, number>> {
    const rows = await this.database.query<{ role: string; n: number }>(
      `select u.role, u.n
       from (select role, count(*)::int as n from users where erased_at is null group by role) u
       join roles r on r.name = u.role
       order by r.priority desc, u.role`,
    );
    return Object.fromEntries(rows.map(({ role, n }) => [role, n]));
  }

  async exists(id: string): Promise<boolean> {
    return !!(await this.database.one('select 1 as found from users where id = $1 and erased_at is null', [id]));
  }

  /**
   * For reads of what is not public about a user.
   * @returns the id as it is stored: a path may spell a UUID in capitals
   * @throws 404, 403 role_above_own when the user has permissions that the actor does not hold
   */
  requireReadable(actor: Actor, id: string): Promise<string> {
    return this.erasure.requireReadable(actor, id);
  }

  /** What others think of a user, and since when they could. */
  async getStanding(id: string): Promise<{ joinedAt: Date; reputation: number }> {
    const row = await this.database.one<{ joinedAt: Date; reputation: number }>(
      `select u.created_at as "joinedAt", s.reputation from users u join user_stats s on s.user_id = u.id
       where u.id = $1`,
      [id],
    );
    return row ?? { joinedAt: new Date(), reputation: 0 };
  }

  /** Of these users those whose role has one of the permissions, whether they may sign in or not. */
  async filterHolders(ids: readonly string[], permissions: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(
      `select u.id from users u join roles r on r.name = u.role
       where u.id = any($1::uuid[]) and r.permissions && $2::text[]`,
      [ids, permissions],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Locks a user whom the actor may erase. Joins the caller's transaction.
   * @throws 404, 400 when the email address differs, 403 own_account, role_above_own, 409 last_admin
   */
  lockForErasure(actor: Actor, id: string, email: string): Promise<ErasableUser> {
    return this.erasure.lock(actor, id, email);
  }

  /** Tells other modules of an erased user, in the transaction of the erasure. */
  publishErased(id: string): Promise<void> {
    return this.erasure.publish(id);
  }

  async getNames(ids: string[]): Promise<Map<string, string>> {
    const rows = ids.length
      ? await this.database.query<{ id: string; name: string }>(
          'select id, name from people where id = any($1::uuid[])',
          [ids],
        )
      : [];
    return new Map(rows.map((row) => [row.id, row.name]));
  }

  /** SQL for the ids of users that the search may list. */
  readonly searchableIdsSql = 'select u.id from users u where u.deactivated_at is null and u.erased_at is null';

  async findSearchable(ids: readonly string[]): Promise<SearchableUser[]> {
    return this.database.query<SearchableUser>(
      `select u.id, u.name, u.handle, u.bio, u.skills, u.location, u.created_at as since from users u
       where u.id = any($1::uuid[]) and u.id in (${this.searchableIdsSql})`,
      [ids],
    );
  }

  /** A user's profile, also of one who may not sign in. Undefined for unknown and erased users. */
  async findProfile(id: string): Promise<SearchableUser | undefined> {
    return this.database.one<SearchableUser>(
      `select u.id, u.name, u.handle, u.bio, u.skills, u.location, u.created_at as since from users u
       where u.id = $1 and u.erased_at is null`,
      [id],
    );
  }

  /** Registers a listener for created and changed users, called within that transaction. Call it in onModuleInit. */
  onChange(listener: (id: string) => Promise<void>): void {
    this.userChanges.addListener(listener);
  }

  /** The ids of users whose role has all of the permissions. */
  async findIdsWith(...permissions: string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `select u.id from users u join roles r on r.name = u.role
       where r.permissions @> $1::text[] and u.deactivated_at is null and u.erased_at is null
       order by u.id`,
      [permissions],
    );
    return rows.map(({ id }) => id);
  }

  /** Those of these users who may sign in. */
  async filterActive(ids: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `select id from users
       where id = any($1::uuid[]) and deactivated_at is null and erased_at is null order by id`,
      [ids],
    );
    return rows.map(({ id }) => id);
  }

  async findRecipients(ids: readonly string[]): Promise<Recipient[]> {
    if (!ids.length) return [];
    const rows = await this.database.query<RecipientRow>(
      `select u.id, u.name, u.role, r.permissions, u.email::text as email,
              u.email_verified_at is not null and coalesce((u.preferences->>'email')::boolean, true) as mail,
              coalesce((u.preferences->>'in_app')::boolean, true) as "inApp"
       from users u join roles r on r.name = u.role
       where u.id = any($1::uuid[]) and u.deactivated_at is null and u.erased_at is null order by u.id`,
      [ids],
    );
    return rows.map(({ id, name, role, permissions, email, mail, inApp }) => ({
      actor: Actor.user({ id, name, role, permissions, sessionId: null }),
      name,
      email,
      preferences: { email: mail, in_app: inApp },
    }));
  }

  /** The ids of mentioned handles; of more than 20 only the first 20. */
  async findIdsByHandles(handles: readonly string[]): Promise<string[]> {
    if (!handles.length) return [];
    const rows = await this.database.query<{ id: string }>(
      `select id from users
       where handle = any($1::citext[]) and deactivated_at is null and erased_at is null order by id`,
      [handles.slice(0, MAX_MENTIONED)],
    );
    return rows.map(({ id }) => id);
  }

  /** Joins the caller's transaction. Call it last: the lock order puts rows of users at the end. */
  async addReputation(id: string, by: number): Promise<void> {
    await this.database.query('update user_stats set reputation = reputation + $2 where user_id = $1', [id, by]);
  }

  /** As {@link addReputation}, by user. */
  async addReputations(numbers: ReadonlyMap<string, number>): Promise<void> {
    const sorted = [...numbers].filter(([, by]) => by !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [id, by] of sorted) await this.addReputation(id, by);
  }

  /**
   * Adds to the numbers of forum posts, by user. Joins the caller's transaction. Call it last, like
   * {@link addReputation}.
   */
  async addPosts(numbers: ReadonlyMap<string, number>): Promise<void> {
    const sorted = [...numbers].filter(([, by]) => by !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [id, by] of sorted)
      await this.database.query('update user_stats set post_count = post_count + $2 where user_id = $1', [id, by]);
  }

  /** For the reconcile command: registers the rows behind {@link addPosts}. */
  addPostSource(source: StatSource): void {
    this.postCheck.addSource(source);
  }

  /** For the reconcile command: registers the rows behind a module's calls of {@link addReputation}. */
  addReputationSource(source: StatSource): void {
    this.reputationCheck.addSource(source);
  }

  /** Those of these sessions that have not ended. */
  async findActiveSessions(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.query<{ id: string }>(
      `select s.id from sessions s join users u on u.id = s.user_id
       where s.id = any($1::uuid[]) and s.expires_at > $2 and u.deactivated_at is null and u.erased_at is null`,
      [ids, new Date()],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Turns notification mails off, by the unsubscribe link. Ignores unknown users. */
  async disableMails(id: string): Promise<void> {
    await this.database.query(
      `update users set preferences = preferences || '{"email": false}', updated_at = $2 where id = $1`,
      [id, new Date()],
    );
  }
}
