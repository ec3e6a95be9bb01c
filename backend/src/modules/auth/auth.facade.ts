import { createHash, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Actor } from '../../platform/access/actor.js';
import { Audit } from '../../platform/audit/audit.js';
import { Database } from '../../platform/database/database.js';
import { RolesFacade } from '../roles/index.js';
import { AccountsService, type NewAccount } from './users/accounts.service.js';
import { hashPassword } from './credentials/passwords.js';
import type { UpdateProfileRequest } from './profile/profile.dto.js';
import { ProfileService } from './profile/profile.service.js';
import { Credentials } from './credentials/credentials.js';
import { User } from './users/user.entity.js';

/** The profile of a user of the demo. */
export interface ProfileSeed extends UpdateProfileRequest {
  /** path of an image */
  avatar: string;
  joinedAt: Date;
}

/** Accounts, for other modules, the start script and commands. */
@Injectable()
export class AuthFacade {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly audit: Audit,
    private readonly roles: RolesFacade,
    private readonly credentials: Credentials,
    private readonly profiles: ProfileService,
  ) {}

  /**
   * Creates the account of ADMIN_EMAIL. An existing ADMIN is left unchanged. An existing account without that role may
   * have been registered by a stranger, since addresses need no verification: it gets the role and a new password, and
   * loses all other credentials.
   * @param saveGenerated stores a generated password; called within the transaction, since it cannot be read later
   */
  async ensureAdmin(
    email: string,
    password: string | undefined,
    saveGenerated: (password: string) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (em) => {
      const existing = await em.findOne(User, { email });
      if (existing?.role === 'ADMIN') return;
      const given = password ?? generatePassword();
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
        await this.credentials.removeAll(existing.id);
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
      if (!password) await saveGenerated(given);
    });
  }

  async hasUsers(): Promise<boolean> {
    return !!(await this.database.one('select 1 as found from users limit 1'));
  }

  /**
   * Creates a user with a generated password; an existing one gets a new password.
   * @returns the user as an actor, for commands without a session (demo content)
   */
  async createUser(account: {
    email: string;
    name: string;
    role: string;
  }): Promise<{ actor: Actor; password: string }> {
    const password = generatePassword();
    const passwordHash = await hashPassword(password);
    const id = await this.database.transaction(async (em) => {
      const existing = await em.findOne(User, { email: account.email });
      if (!existing) return this.create({ ...account, passwordHash, emailVerified: true });
      existing.setPassword(passwordHash);
      return existing.id;
    });
    return { actor: await this.toActor({ id, name: account.name, role: account.role }), password };
  }

  /** Fills in the profile of a user, for demo content. Repeatable. */
  async seedProfile(actor: Actor, { avatar, joinedAt, ...fields }: ProfileSeed): Promise<void> {
    const bytes = await readFile(avatar);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = { path: avatar, name: basename(avatar), size: bytes.length, sha256 };
    await this.profiles.update(actor, { fields, files: { avatar: file } });
    await this.database.query('update users set created_at = $2 where id = $1', [actor.userId, joinedAt]);
  }

  /** The active user with this email address as an actor; without one, the oldest active administrator. */
  async findActorByEmail(email?: string): Promise<Actor | undefined> {
    const user = await this.database.one<{ id: string; name: string; role: string }>(
      `select id, name, role from users where deactivated_at is null and erased_at is null
         and case when $1::citext is null then role = 'ADMIN' else email = $1::citext end order by id limit 1`,
      [email ?? null],
    );
    return user && this.toActor(user);
  }

  /** Audited without an actor: the system itself creates the account. */
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

  private async toActor(user: { id: string; name: string; role: string }): Promise<Actor> {
    const role = await this.roles.find(user.role);
    return Actor.user({ ...user, permissions: role?.permissions ?? [], sessionId: null });
  }
}

/** 12 characters without similar-looking ones, 60 bits. */
function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
}
