import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { counterCheck, Counters } from '../../../platform/database/counters.js';
import { Database } from '../../../platform/database/database.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import { DomainError, invalid } from '../../../platform/http/domain-error.js';
import { Settings } from '../../../platform/settings/settings.js';
import { RolesFacade } from '../../roles/index.js';
import { defaultRole } from '../auth.settings.js';
import { PersonChanges } from '../users/person-changes.js';
import { User } from '../users/user.entity.js';
import { alternativeHandle, handleFrom } from './handles.js';

export interface NewAccount {
  email: string;
  name: string;
  /** null for accounts that sign in by other means */
  passwordHash: string | null;
  role: string;
  /** whether somebody we trust says that the address is this person's own; false until they have confirmed it themselves */
  emailVerified?: boolean;
}

const HANDLE_TRIES = 5;
/** The counter of accounts that are not erased. */
export const PEOPLE = 'auth.people';

/** Makes accounts; every way to get one ends here. */
@Injectable()
export class AccountsService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly counters: Counters,
    private readonly settings: Settings,
    private readonly roles: RolesFacade,
    private readonly changes: PersonChanges,
    reconciliation: Reconciliation,
  ) {
    reconciliation.add(
      counterCheck('accounts', PEOPLE, 'select count(*) as n from users where erased_at is null', ['users']),
    );
  }

  onModuleInit(): void {
    this.settings.restrict(defaultRole, async (role) => {
      if (role === 'ADMIN') throw invalid([{ field: defaultRole.key, message: 'Newcomers cannot be administrators.' }]);
      if (!(await this.roles.find(role)))
        throw invalid([{ field: defaultRole.key, message: `There is no role ${role}.` }]);
    });
  }

  /** @returns the id. @throws 409 email_taken */
  async create({ name, ...account }: NewAccount): Promise<string> {
    return this.database.transaction(async (em) => {
      if (await this.exists(account.email)) throw emailTaken();
      const user = User.register({ id: uuidv7(), handle: await this.freeHandle(name), name, ...account });
      em.persist(user);
      await em.flush();
      await this.database.query('insert into user_stats (user_id) values ($1)', [user.id]);
      await this.changes.tell(user.id);
      await this.counters.add(PEOPLE, 1);
      return user.id;
    });
  }

  /** What the site has chosen, as long as there is such a role: custom ones can be deleted. */
  async roleOfNewcomers(): Promise<string> {
    return (await this.roles.find(await this.settings.get(defaultRole)))?.name ?? defaultRole.fallback;
  }

  async exists(email: string): Promise<boolean> {
    return !!(await this.database.one('select 1 as found from users where email = $1::citext', [email]));
  }

  /**
   * What a sign-in is held against, whether or not there is such an account. `folded` is the address as the database
   * compares it, which JavaScript's lower case is not: it takes İ for i.
   * @returns an id only for accounts that may sign in
   */
  async credentials(email: string): Promise<{ folded: string; id: string | null; passwordHash: string | null }> {
    const row = await this.database.one<{ folded: string; id: string | null; passwordHash: string | null }>(
      `select lower($1::text) as folded, u.id, u.password_hash as "passwordHash"
       from (values (1)) one left join users u on u.email = $1::citext and u.deactivated_at is null and u.erased_at is null`,
      [email],
    );
    return row ?? { folded: email.toLowerCase(), id: null, passwordHash: null };
  }

  /** Under a lock until the transaction ends, since two people of one name may come at the same moment. */
  private async freeHandle(name: string): Promise<string> {
    let handle = handleFrom(name);
    for (let i = 0; i < HANDLE_TRIES; i++) {
      await this.database.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`handle:${handle}`]);
      if (!(await this.database.one('select 1 as found from users where handle = $1::citext', [handle]))) return handle;
      handle = alternativeHandle(handle);
    }
    return alternativeHandle(handle);
  }
}

const message = 'An account with this email address already exists.';
export const emailTaken = () => new DomainError(409, 'email_taken', message, { errors: [{ field: 'email', message }] });
