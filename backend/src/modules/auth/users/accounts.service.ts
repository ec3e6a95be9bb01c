import { randomInt } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import slugify from '@sindresorhus/slugify';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { counterCheck, Counters } from '../../../platform/database/counters.js';
import { Database } from '../../../platform/database/database.js';
import { optionalWrite } from '../../../platform/database/pg-errors.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import { DomainError, invalid } from '../../../platform/errors/domain-error.js';
import { singleLine } from '../../../platform/http/validation/text.js';
import { Settings } from '../../../platform/settings/settings.js';
import { RolesFacade } from '../../roles/index.js';
import { defaultRole } from '../registration-settings.js';
import { UserChangeNotifier } from './user.events.js';
import type { Localized } from '../../../platform/language/texts.js';

export interface NewAccount {
  /** for an account whose passkey was created before it */
  id?: string;
  email: string;
  name: string;
  /** null for accounts that sign in by other means */
  passwordHash: string | null;
  role: string;
  /** whether a trusted issuer has verified the email address; otherwise the user has to confirm it */
  emailVerified?: boolean;
}

interface PasswordCredentials {
  normalized_email: string;
  /** null unless the account may sign in */
  id: string | null;
  /** also of a deactivated account */
  password_hash: string | null;
  is_deactivated: boolean;
}

const HANDLE_ATTEMPTS = 5;
/** Name of the counter of accounts that are not erased. */
export const USER_COUNT = 'auth.people';

/** Creates all accounts. */
@Injectable()
export class AccountsService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly counters: Counters,
    private readonly settings: Settings,
    private readonly roles: RolesFacade,
    private readonly userChanges: UserChangeNotifier,
    reconciliation: Reconciliation,
  ) {
    reconciliation.add(
      counterCheck('accounts', USER_COUNT, 'select count(*) as n from users where erased_at is null', ['users']),
    );
  }

  onModuleInit(): void {
    this.settings.restrict(defaultRole, async (role) => {
      if (role === 'ADMIN')
        throw invalid([{ field: defaultRole.key, message: (texts) => texts.auth.noAdministratorByDefault }]);
      if (!(await this.roles.find(role)))
        throw invalid([{ field: defaultRole.key, message: (texts) => texts.auth.noRole(role) }]);
    });
  }

  /** @returns the id. @throws 409 email_taken */
  async create({ id = uuidv7(), email, name: given, passwordHash, role, emailVerified }: NewAccount): Promise<string> {
    const name = singleLine(given);
    return this.database.transaction(async () => {
      if (await this.emailExists(email)) throw emailTaken();
      const handle = await this.reserveHandle(name);
      const now = new Date();
      await this.database.db
        .insertInto('users')
        .values({
          id,
          email,
          email_verified_at: emailVerified ? now : null,
          handle,
          name,
          password_hash: passwordHash,
          role,
          bio: '',
          skills: [],
          preferences: JSON.stringify({ email: true, in_app: true }),
          signature: '',
          location: '',
          website: '',
          created_at: now,
          updated_at: now,
        })
        .execute();
      await this.database.db.insertInto('user_stats').values({ user_id: id }).execute();
      await this.userChanges.notify(id);
      await this.counters.add(USER_COUNT, 1);
      return id;
    });
  }

  /** The configured role of new accounts; the fallback when that custom role was deleted. */
  async getDefaultRole(): Promise<string> {
    return (await this.roles.find(await this.settings.get(defaultRole)))?.name ?? defaultRole.fallback;
  }

  async emailExists(email: string): Promise<boolean> {
    return !!(await this.database.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst());
  }

  /** As the database compares addresses, which differs from JavaScript for some letters. */
  async isSameEmail(one: string, other: string): Promise<boolean> {
    const { rows } = await sql`select 1 as found where ${one}::citext = ${other}::citext`.execute(this.database.db);
    return rows.length > 0;
  }

  /**
   * The stored credentials for an email address, also when there is no such account. `normalized_email` is
   * lower-cased by the database, which differs from JavaScript for some letters (İ).
   */
  async findCredentials(email: string): Promise<PasswordCredentials> {
    const { rows } = await sql<PasswordCredentials>`
      select lower(${email}::text) as normalized_email, case when u.deactivated_at is null then u.id end as id,
             u.password_hash, u.deactivated_at is not null as is_deactivated
      from (values (1)) one
      left join users u on u.email = ${email}::citext and u.erased_at is null`.execute(this.database.db);
    return rows[0]!;
  }

  /** Replaces the hash of an unchanged password, unless the password has changed meanwhile. */
  async renewPasswordHash(userId: string, former: string | null, hash: string): Promise<void> {
    await optionalWrite(() =>
      this.database.db
        .updateTable('users')
        .set({ password_hash: hash })
        .where('id', '=', userId)
        .where('password_hash', '=', former)
        .execute(),
    );
  }

  /**
   * Finds an unused handle and locks it until the transaction ends: two users of one name may register concurrently.
   */
  private async reserveHandle(name: string): Promise<string> {
    let handle = createHandle(name);
    for (let i = 0; i < HANDLE_ATTEMPTS; i++) {
      const { db } = this.database;
      await sql`select pg_advisory_xact_lock(hashtextextended(${`handle:${handle}`}, 0))`.execute(db);
      if (!(await db.selectFrom('users').select('id').where('handle', '=', handle).executeTakeFirst())) return handle;
      handle = addRandomSuffix(handle);
    }
    return addRandomSuffix(handle);
  }
}

const message: Localized = (texts) => texts.auth.emailTaken;
export const accountDisabled = () => new DomainError(403, 'account_disabled', (texts) => texts.auth.accountDisabled);
export const emailTaken = () => new DomainError(409, 'email_taken', message, { errors: [{ field: 'email', message }] });

const MAX = 30;
const reserved = new Set(['all', 'everyone', 'here', 'admin', 'moderators', 'staff', 'system', 'former-member']);

/**
 * Derives a handle for mentions from a name: "Jürgen Groß" → juergen-gross. Email addresses in names, which users can
 * remove later, do not become part of it, because handles never change.
 */
function createHandle(name: string): string {
  const base = slugify(removeEmailAddresses(name), { decamelize: false }).slice(0, MAX).replace(/-$/, '');
  return base.length >= 2 && !reserved.has(base) ? base : `member-${randomInt(1000, 10_000)}`;
}

const removeEmailAddresses = (name: string): string =>
  name
    .split(' ')
    .filter((word) => !/.@./.test(word))
    .join(' ');

/** An alternative for a handle that is in use. */
const addRandomSuffix = (handle: string): string => `${handle.slice(0, MAX - 6)}-${randomInt(1000, 100_000)}`;
