import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Actor } from '../../platform/access/actor.js';
import { Audit } from '../../platform/audit/audit.js';
import { Database } from '../../platform/database/database.js';
import { RolesFacade } from '../roles/index.js';
import { AccountsService } from './sign-in/accounts.service.js';
import { hashPassword } from './sign-in/passwords.js';
import { User } from './users/user.entity.js';

/** What other modules and the start of the product may ask of accounts. */
@Injectable()
export class AuthFacade {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly audit: Audit,
    private readonly roles: RolesFacade,
  ) {}

  /**
   * Makes the account of ADMIN_EMAIL, or gives an existing one back its role; its password stays.
   * @returns the password when one was made up here
   */
  async ensureAdmin(email: string, password: string | undefined): Promise<string | undefined> {
    return this.database.transaction(async (em) => {
      const existing = await em.findOne(User, { email });
      if (!existing) {
        const given = password ?? newPassword();
        await this.accounts.create({ email, name: 'Administrator', passwordHash: await hashPassword(given), role: 'ADMIN' });
        return password ? undefined : given;
      }
      if (existing.role !== 'ADMIN') {
        const before = existing.role;
        existing.changeRole('ADMIN');
        await em.flush();
        await this.audit.record({ actor: null, action: 'user.role_changed', subject: { type: 'user', id: existing.id }, before: { role: before }, after: { role: 'ADMIN' } });
      }
      return undefined;
    });
  }

  async hasPeople(): Promise<boolean> {
    return !!(await this.database.one('select 1 as found from users limit 1'));
  }

  /** @returns the person as an actor, for commands that act in their name without a session (demo content, imports) */
  async createPerson(account: { email: string; name: string; role: string }): Promise<{ actor: Actor; password: string }> {
    const password = newPassword();
    const id = await this.accounts.create({ ...account, passwordHash: await hashPassword(password) });
    const role = await this.roles.find(account.role);
    return { actor: Actor.person({ id, name: account.name, role: account.role, permissions: role?.permissions ?? [], sessionId: null }), password };
  }
}

/** 12 characters without look-alikes, 60 bits. */
function newPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
}
