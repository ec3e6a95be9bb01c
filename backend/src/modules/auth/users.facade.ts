import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Language } from '@hub/shared/languages';
import { Actor, type CategoryArea } from '../../platform/access/actor.js';
import { Config } from '../../platform/config/config.js';
import { Counters } from '../../platform/database/counters.js';
import { Database } from '../../platform/database/database.js';
import { Events } from '../../platform/events/events.js';
import { Settings, siteLanguage } from '../../platform/settings/settings.js';
import type { NotificationPreferences } from '../../schema/json.js';
import { USER_COUNT } from './users/accounts.service.js';
import { type LockedUser, ManagedUsersService } from './users/managed-users.service.js';
import { UserChangeNotifier, userErased } from './users/user.events.js';
import { type StatSource, UserStatsCheck } from './users/user-stats-check.js';
import { isCategoryReadableBy } from './groups/category-readers.queries.js';
import { isCategoryModeratedBy, selectCategoryGrants, toCategoryGrants } from './groups/category-access.js';
import { isActive } from './users/user.policy.js';
import { getTexts, type Texts } from '../../platform/language/texts.js';

/** A user who can be notified. */
export interface Recipient {
  actor: Actor;
  name: string;
  email: string;
  hasVerifiedEmail: boolean;
  /** of mails and notifications; null without a choice */
  language: Language | null;
  /** `email` is false while the address is unverified: a stranger may have registered it. */
  preferences: NotificationPreferences;
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

const MAX_MENTIONED = 20;

const isAny = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`;

/** Users, for other modules. Users who may not sign in are left out unless stated otherwise. */
@Injectable()
export class UsersFacade {
  constructor(
    private readonly database: Database,
    private readonly counters: Counters,
    private readonly stats: UserStatsCheck,
    private readonly userChanges: UserChangeNotifier,
    private readonly managed: ManagedUsersService,
    private readonly events: Events,
    private readonly config: Config,
    private readonly settings: Settings,
  ) {}

  /** Number of accounts. */
  count(): Promise<number> {
    return this.counters.get(USER_COUNT);
  }

  /** Whether a new hub has a second account or an invitation. */
  async hasInvitedOthers(): Promise<boolean> {
    const { rows } = await sql<{ has: boolean }>`
      select exists (select from invitations where invited_by is not null)
             or (select count(*) from (select from users where erased_at is null limit 2) u) > 1 as has`.execute(
      this.database.db,
    );
    return rows[0]!.has;
  }

  /** Number of accounts by role, the most powerful first; reads all users, so it is not for screens. */
  async countByRole(): Promise<Record<string, number>> {
    const { rows } = await sql<{ role: string; n: number }>`
      select u.role, u.n
      from (select role, count(*)::int as n from users where erased_at is null group by role) u
      join roles r on r.name = u.role
      order by r.priority desc, u.role`.execute(this.database.db);
    return Object.fromEntries(rows.map(({ role, n }) => [role, n]));
  }

  async exists(id: string): Promise<boolean> {
    const user = this.database.db.selectFrom('users').select('id').where('id', '=', id).where('erased_at', 'is', null);
    return (await user.executeTakeFirst()) !== undefined;
  }

  /**
   * For reads of what is not public about a user.
   * @returns the id as it is stored: a path may spell a UUID in capitals
   * @throws 404, 403 role_above_own when the user has permissions that the actor does not hold
   */
  requireReadable(actor: Actor, id: string): Promise<string> {
    return this.managed.requireReadable(actor, id);
  }

  /**
   * The users of a demo: those from before it was complete.
   * @returns with whether the account is in use: it was changed since, has further credentials, or is that of
   * ADMIN_EMAIL, which the next start would create again
   */
  async listDemoUsers(completedAt: Date): Promise<{ id: string; email: string; isClaimed: boolean }[]> {
    const { rows } = await sql<{ id: string; email: string; isClaimed: boolean }>`
      select u.id, u.email,
             u.deactivated_at is null and (u.updated_at > ${completedAt}
               or u.email = ${this.config.env.ADMIN_EMAIL ?? null}::citext
               or exists (select 1 from passkeys p where p.user_id = u.id)
               or exists (select 1 from external_identities e where e.user_id = u.id)) as "isClaimed"
      from users u where u.created_at <= ${completedAt} and u.erased_at is null order by u.id`.execute(
      this.database.db,
    );
    return rows;
  }

  /** Groups from before a demo was complete that have no members any more and open nothing. */
  async removeUnusedDemoGroups(completedAt: Date): Promise<void> {
    await sql`
      delete from groups g
      where g.created_at <= ${completedAt} and g.issuer_value is null
        and not exists (select 1 from group_members m where m.group_id = g.id)
        and not exists (select 1 from category_access_groups a where a.group_id = g.id)`.execute(this.database.db);
  }

  /** What others think of a user, and since when they could. */
  async getStanding(id: string): Promise<{ joinedAt: Date; reputation: number }> {
    const row = await this.database.db
      .selectFrom('users as u')
      .innerJoin('user_stats as s', 's.user_id', 'u.id')
      .select(['u.created_at as joinedAt', 's.reputation'])
      .where('u.id', '=', id)
      .executeTakeFirst();
    return row ?? { joinedAt: new Date(), reputation: 0 };
  }

  /** Those of the users whose role has one of the permissions, whether they may sign in or not. */
  async filterHolders(ids: readonly string[], permissions: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.db
      .selectFrom('users as u')
      .innerJoin('roles as r', 'r.name', 'u.role')
      .select('u.id')
      .where('u.id', '=', isAny(ids))
      .where(sql<boolean>`r.permissions && ${permissions}::text[]`)
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Locks a user whom the actor may erase. Joins the caller's transaction.
   * @throws 404, 400 when the email address differs, 403 own_account, role_above_own, 409 last_admin
   */
  lockForErasure(actor: Actor, id: string, email: string): Promise<LockedUser> {
    return this.managed.lockForErasure(actor, id, email);
  }

  /** Tells other modules of an erased user, in the transaction of the erasure. */
  publishErased(userId: string): Promise<void> {
    return this.events.publish(userErased, { userId });
  }

  async getNames(ids: string[]): Promise<Map<string, string>> {
    if (!ids.length) return new Map();
    const people = this.database.db.selectFrom('people').select(['id', 'name']).where('id', '=', isAny(ids));
    const rows = await people.execute();
    return new Map(rows.map((row) => [row.id, row.name]));
  }

  /** SQL for the ids of users that the search may list. */
  readonly searchableIdsSql = 'select u.id from users u where u.deactivated_at is null and u.erased_at is null';

  async findSearchable(ids: readonly string[]): Promise<SearchableUser[]> {
    return this.selectSearchable().where('u.id', '=', isAny(ids)).where(isActive).execute();
  }

  /** A user's profile, also of one who may not sign in. Undefined for unknown and erased users. */
  async findProfile(id: string): Promise<SearchableUser | undefined> {
    return this.selectSearchable().where('u.id', '=', id).executeTakeFirst();
  }

  private selectSearchable() {
    return this.database.db
      .selectFrom('users as u')
      .select(['u.id', 'u.name', 'u.handle', 'u.bio', 'u.skills', 'u.location', 'u.created_at as since'])
      .where('u.erased_at', 'is', null);
  }

  /** Registers a listener for created and changed users, called within that transaction. Call it in onModuleInit. */
  onChange(listener: (id: string) => Promise<void>): void {
    this.userChanges.addListener(listener);
  }

  /** The ids of users whose role has all of the permissions. */
  async findIdsByPermissions(...permissions: string[]): Promise<string[]> {
    const rows = await this.database.db
      .selectFrom('users as u')
      .innerJoin('roles as r', 'r.name', 'u.role')
      .select('u.id')
      .where(sql<boolean>`r.permissions @> ${permissions}::text[]`)
      .where(isActive)
      .orderBy('u.id')
      .execute();
    return rows.map(({ id }) => id);
  }

  /** The ids of users of whom a group moderates the category; whether they may read in it is not checked. */
  async findCategoryModerators(categoryId: string | null): Promise<string[]> {
    if (categoryId === null) return [];
    const { rows } = await sql<{ id: string }>`
      select users.id from users
      where ${isActive} and ${isCategoryModeratedBy(sql`${categoryId}::uuid`, 'users.id')}
      order by users.id`.execute(this.database.db);
    return rows.map(({ id }) => id);
  }

  /** Whether the limits of a category let an active user in; null is no category. */
  async mayReadCategory(area: CategoryArea, categoryId: string | null, userId: string): Promise<boolean> {
    if (categoryId === null) return true;
    const { rows } = await sql<{ may: boolean }>`
      select ${isCategoryReadableBy(area, 'x.category_id', 'x.user_id')} as may
      from (select ${categoryId}::uuid as category_id, ${userId}::uuid as user_id) x`.execute(this.database.db);
    return rows[0]!.may;
  }

  /** Those of these users who may sign in. */
  async filterActive(ids: readonly string[]): Promise<string[]> {
    const rows = await this.selectActive().where('id', '=', isAny(ids)).execute();
    return rows.map(({ id }) => id);
  }

  async findRecipients(ids: readonly string[]): Promise<Recipient[]> {
    if (!ids.length) return [];
    const rows = await this.database.db
      .selectFrom('users as u')
      .innerJoin('roles as r', 'r.name', 'u.role')
      .select(['u.id', 'u.name', 'u.role', 'r.permissions', 'u.email', 'u.language'])
      .select(selectCategoryGrants('u.id').as('categoryGrants'))
      .select(sql<boolean>`coalesce((u.preferences->>'email')::boolean, true)`.as('has_mails'))
      .select(sql<boolean>`coalesce((u.preferences->>'in_app')::boolean, true)`.as('in_app'))
      .select(sql<boolean>`u.email_verified_at is not null`.as('is_verified'))
      .where('u.id', '=', isAny(ids))
      .where(isActive)
      .orderBy('u.id')
      .execute();
    return rows.map((row) => ({
      actor: Actor.user({ ...row, sessionId: null, categoryGrants: toCategoryGrants(row.categoryGrants) }),
      name: row.name,
      email: row.email,
      hasVerifiedEmail: row.is_verified,
      language: row.language,
      preferences: { email: row.is_verified && row.has_mails, in_app: row.in_app },
    }));
  }

  /** The texts for what is stored for a user to read: in the language that they have set, else in that of the hub. */
  async getTextsOf(id: string): Promise<Texts> {
    const row = await this.database.db.selectFrom('users').select('language').where('id', '=', id).executeTakeFirst();
    return getTexts(row?.language ?? (await this.settings.get(siteLanguage)));
  }

  /** The ids of mentioned handles; of more than 20 only the first 20. */
  async findIdsByHandles(handles: readonly string[]): Promise<string[]> {
    if (!handles.length) return [];
    const rows = await this.selectActive()
      .where('handle', '=', sql<string>`any(${handles.slice(0, MAX_MENTIONED)}::citext[])`)
      .execute();
    return rows.map(({ id }) => id);
  }

  private selectActive() {
    return this.database.db.selectFrom('users').select('id').where(isActive).orderBy('id');
  }

  /** Joins the caller's transaction. Call it last: the lock order puts rows of users at the end. */
  async addReputation(id: string, by: number): Promise<void> {
    await this.database.db
      .updateTable('user_stats')
      .set((row) => ({ reputation: row('reputation', '+', by) }))
      .where('user_id', '=', id)
      .execute();
  }

  /** As {@link addReputation}, by user. */
  async addReputations(numbers: ReadonlyMap<string, number>): Promise<void> {
    await this.addToStats('reputation', numbers);
  }

  /**
   * Adds to the numbers of forum posts, by user. Joins the caller's transaction. Call it last, like
   * {@link addReputation}.
   */
  async addPosts(numbers: ReadonlyMap<string, number>): Promise<void> {
    await this.addToStats('post_count', numbers);
  }

  /** Locks the rows in the order of their ids. */
  private async addToStats(column: 'reputation' | 'post_count', numbers: ReadonlyMap<string, number>): Promise<void> {
    const changed = [...numbers].filter(([, by]) => by !== 0);
    if (!changed.length) return;
    const stored = sql.ref(column);
    await sql`
      with locked as materialized (
        select s.user_id from user_stats s where s.user_id = any(${changed.map(([id]) => id)}::uuid[])
        order by s.user_id for no key update
      )
      update user_stats s set ${stored} = s.${stored} + n.by
      from locked l
      join unnest(${changed.map(([id]) => id)}::uuid[], ${changed.map(([, by]) => by)}::int[]) as n (user_id, by)
        on n.user_id = l.user_id
      where s.user_id = l.user_id`.execute(this.database.db);
  }

  /** For the reconcile command: registers the rows behind {@link addPosts}. */
  addPostSource(source: StatSource): void {
    this.stats.addPostSource(source);
  }

  /** For the reconcile command: registers the rows behind a module's calls of {@link addReputation}. */
  addReputationSource(source: StatSource): void {
    this.stats.addReputationSource(source);
  }

  /** Those of these sessions that have not ended. */
  async findActiveSessions(ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select('s.id')
      .where('s.id', '=', isAny(ids))
      .where('s.expires_at', '>', new Date())
      .where(isActive)
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** Turns notification mails off, by the unsubscribe link. Ignores unknown users. */
  async disableMails(id: string): Promise<void> {
    await this.database.db
      .updateTable('users')
      .set({ preferences: sql`preferences || '{"email": false}'`, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
  }
}
