import { createHash, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Actor } from '../../platform/access/actor.js';
import { Audit } from '../../platform/audit/audit.js';
import { Database } from '../../platform/database/database.js';
import { RolesFacade } from '../roles/index.js';
import { AccountsService, type NewAccount } from './users/accounts.service.js';
import { hashPassword } from './credentials/passwords.js';
import type { UpdateProfileRequest } from './profile/profile.dto.js';
import { ProfileService } from './profile/profile.service.js';
import { SessionsService } from './sessions/sessions.service.js';
import { CredentialsService } from './credentials/credentials.service.js';
import { selectCategoryGrants, toCategoryGrants } from './groups/category-access.js';
import { isActive } from './users/user.policy.js';

/** The profile of a user of the demo. */
interface ProfileSeed extends UpdateProfileRequest {
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
    private readonly credentials: CredentialsService,
    private readonly profiles: ProfileService,
    private readonly sessions: SessionsService,
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
    await this.database.transaction(async () => {
      const { db } = this.database;
      const existing = await db
        .selectFrom('users')
        .select(['id', 'role'])
        .where('email', '=', email)
        .executeTakeFirst();
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
        await this.credentials.removeAll(existing.id);
        const now = new Date();
        await db
          .updateTable('users')
          .set({
            role: 'ADMIN',
            password_hash: await hashPassword(given),
            email_verified_at: sql<Date>`coalesce(email_verified_at, ${now})`,
            updated_at: now,
          })
          .where('id', '=', existing.id)
          .execute();
        await this.audit.record({
          actor: null,
          action: 'user.role_changed',
          subject: { type: 'user', id: existing.id },
          before: { role: existing.role },
          after: { role: 'ADMIN' },
        });
      }
      if (!password) await saveGenerated(given);
    });
  }

  /** For actions that a stolen session must not be enough for. @throws 403 recent_sign_in_required */
  requireRecentSignIn(actor: Actor): Promise<void> {
    return this.sessions.requireRecentSignIn(actor);
  }

  async hasUsers(): Promise<boolean> {
    return !!(await this.database.db.selectFrom('users').select('id').limit(1).executeTakeFirst());
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
    const id = await this.database.transaction(async () => {
      const existing = await this.database.db
        .updateTable('users')
        .set({ password_hash: passwordHash, updated_at: new Date() })
        .where('email', '=', account.email)
        .returning('id')
        .executeTakeFirst();
      return existing?.id ?? this.create({ ...account, passwordHash, emailVerified: true });
    });
    return { actor: await this.toActor({ id, name: account.name, role: account.role }), password };
  }

  /** Fills in the profile of a user, for demo content. Repeatable. */
  async seedProfile(actor: Actor, { avatar, joinedAt, ...fields }: ProfileSeed): Promise<void> {
    const bytes = await readFile(avatar);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const file = { path: avatar, name: basename(avatar), size: bytes.length, sha256 };
    await this.profiles.update(actor, { fields, files: { avatar: file } });
    await this.database.db.updateTable('users').set({ created_at: joinedAt }).where('id', '=', actor.userId).execute();
  }

  /** The active user with this email address as an actor; without one, the oldest active administrator. */
  async findActorByEmail(email?: string): Promise<Actor | undefined> {
    const user = await this.database.db
      .selectFrom('users')
      .select(['id', 'name', 'role', selectCategoryGrants('users.id').as('categoryGrants')])
      .where(isActive)
      .where((row) => (email === undefined ? row('role', '=', 'ADMIN') : row('email', '=', email)))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return user && this.toActor({ ...user, categoryGrants: toCategoryGrants(user.categoryGrants) });
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

  private async toActor(user: Omit<Parameters<typeof Actor.user>[0], 'permissions' | 'sessionId'>): Promise<Actor> {
    const role = await this.roles.find(user.role);
    return Actor.user({ ...user, permissions: role?.permissions ?? [], sessionId: null });
  }
}

/** 12 characters without similar-looking ones, 60 bits. */
function generatePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');
}
