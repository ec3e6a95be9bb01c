import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Actor } from '../../platform/access/actor.js';
import { Audit } from '../../platform/audit/audit.js';
import { Database } from '../../platform/database/database.js';
import { RolesFacade } from '../roles/index.js';
import { AccountsService, type NewAccount } from './sign-in/accounts.service.js';
import { hashPassword } from './sign-in/passwords.js';
import { SignInMeans } from './sign-in/sign-in-means.js';
import { User } from './users/user.entity.js';

/** What other modules and the start of the product may ask of accounts. */
@Injectable()
export class AuthFacade {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly audit: Audit,
    private readonly roles: RolesFacade,
    private readonly means: SignInMeans,
  ) {}

  /**
   * Makes the account of ADMIN_EMAIL. One that exists and is an ADMIN stays as it is. One that exists and is not may have been
   * registered by a stranger, since addresses need not be proved: it gets the role with another password, and every
   * other way into it is taken away.
   * @param keep writes down the password when one is made up here; before it holds, since nobody could tell it afterwards
   */
  async ensureAdmin(
    email: string,
    password: string | undefined,
    keep: (password: string) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (em) => {
      const existing = await em.findOne(User, { email });
      if (existing?.role === 'ADMIN') return;
      const given = password ?? newPassword();
      if (!existing) {
        await this.create({
          email,
          name: 'Administrator',
          passwordHash: await hashPassword(given),
          role: 'ADMIN',
          emailVerified: true,
        });
      } else {
        const before = existing.role;
        await this.means.takeAway(existing.id);
        existing.changeRole('ADMIN');
        existing.setPassword(await hashPassword(given));
        existing.verifyEmail();
        await em.flush();
        await this.audit.record({
          actor: null,
          action: 'user.role_changed',
          subject: { type: 'user', id: existing.id },
          before: { role: before },
          after: { role: 'ADMIN' },
        });
      }
      if (!password) await keep(given);
    });
  }

  async hasPeople(): Promise<boolean> {
    return !!(await this.database.one('select 1 as found from users limit 1'));
  }

  /**
   * Makes a person with a password made up here; one who exists gets a new password.
   * @returns the person as an actor, for commands that act in their name without a session (demo content)
   */
  async createPerson(account: {
    email: string;
    name: string;
    role: string;
  }): Promise<{ actor: Actor; password: string }> {
    const password = newPassword();
    const passwordHash = await hashPassword(password);
    const id = await this.database.transaction(async (em) => {
      const existing = await em.findOne(User, { email: account.email });
      if (!existing) return this.create({ ...account, passwordHash, emailVerified: true });
      existing.setPassword(passwordHash);
      return existing.id;
    });
    return { actor: await this.actor({ id, name: account.name, role: account.role }), password };
  }

  /** Somebody as an actor by their e-mail address; without one, the administrator with the oldest account. Only people who may sign in. */
  async actorBy(email?: string): Promise<Actor | undefined> {
    const person = await this.database.one<{ id: string; name: string; role: string }>(
      `select id, name, role from users where deactivated_at is null and erased_at is null
         and case when $1::citext is null then role = 'ADMIN' else email = $1::citext end order by id limit 1`,
      [email ?? null],
    );
    return person && this.actor(person);
  }

  /** Nobody registered: the system itself gives somebody a role. */
  private async create(account: NewAccount): Promise<string> {
    const id = await this.accounts.create(account);
    await this.audit.record({
      actor: null,
      action: 'user.created',
      subject: { type: 'user', id },
      after: { role: account.role },
    });
    return id;
  }

  private async actor(person: { id: string; name: string; role: string }): Promise<Actor> {
    const role = await this.roles.find(person.role);
    return Actor.person({ ...person, permissions: role?.permissions ?? [], sessionId: null });
  }
}

/** 12 characters without look-alikes, 60 bits. */
function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
}
