import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { conflict } from '../../../platform/http/errors/domain-error.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { ApiTokensService } from '../api-tokens/api-tokens.service.js';
import { AccountMails } from '../mails/account-mails.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { OneTimeTokens } from '../tokens/one-time-tokens.js';
import { ManagedUsers } from '../users/managed-users.js';
import { UserUpdates } from '../users/user-updates.js';

/** The sessions and links by which a user gets into an account. Joins the caller's transaction. */
@Injectable()
export class AccountAccess {
  constructor(
    private readonly sessions: SessionsService,
    private readonly apiTokens: ApiTokensService,
    private readonly tokens: OneTimeTokens,
    private readonly mails: AccountMails,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Ends the sessions, and the sign-ins and links that have been started, and revokes the API tokens.
   * @returns their numbers
   */
  async end(userId: string): Promise<{ sessions: number; api_tokens: number }> {
    for (const kind of ['password_reset', 'external_finish'] as const) await this.tokens.deleteAll(kind, userId);
    return { sessions: await this.signOut(userId), api_tokens: await this.revokeApiTokens(userId) };
  }

  signOut(userId: string): Promise<number> {
    return this.sessions.revokeAll(userId);
  }

  /** @returns the number of API tokens */
  revokeApiTokens(userId: string): Promise<number> {
    return this.apiTokens.revokeAll(userId);
  }

  /** @returns the link, unless a mail server takes it to the user */
  async issueResetLink(userId: string): Promise<string | null> {
    const link = await this.mails.sendPasswordReset(userId);
    return this.mailer.isConfigured ? null : link;
  }
}

/** What administrators do with the accounts of others. Each method is one transaction with its audit entry. */
@Injectable()
export class AccountAdministrationService {
  constructor(
    private readonly managed: ManagedUsers,
    private readonly accounts: AccountAccess,
    private readonly updates: UserUpdates,
    private readonly audit: Audit,
    private readonly database: Database,
  ) {}

  /**
   * The user can no longer sign in or reset the password; all sessions and their event streams end, and
   * API tokens are revoked.
   * @throws 404, 403 own_account, role_above_own, 409 last_admin, already_deactivated
   */
  async deactivate(actor: Actor, userId: string): Promise<void> {
    await this.database.transaction(async () => {
      const user = await this.managed.lockOther(actor, userId);
      if (user.deactivatedAt) throw conflict('already_deactivated', 'This account is deactivated already.');
      user.deactivate();
      await this.updates.save(user);
      await this.record(actor, 'user.deactivated', user.id, await this.accounts.end(user.id));
    });
  }

  /** @throws 404, 403 role_above_own, 409 not_deactivated */
  async reactivate(actor: Actor, userId: string): Promise<void> {
    await this.database.transaction(async () => {
      const user = await this.managed.lock(actor, userId);
      if (!user.deactivatedAt) throw conflict('not_deactivated', 'This account is active already.');
      user.reactivate();
      // Deactivations of former releases kept them.
      await this.accounts.revokeApiTokens(user.id);
      await this.updates.save(user);
      await this.record(actor, 'user.reactivated', user.id);
    });
  }

  /**
   * Ends all sessions of a user, also the requester's own.
   * @param options.revokesApiTokens whether API tokens, which stay valid otherwise, are revoked too
   * @returns how many sessions. @throws 404, 403 role_above_own
   */
  async signOut(actor: Actor, userId: string, { revokesApiTokens = false } = {}): Promise<number> {
    return this.database.transaction(async () => {
      const user = await this.managed.lock(actor, userId);
      const sessions = await this.accounts.signOut(user.id);
      const revoked = revokesApiTokens && { api_tokens: await this.accounts.revokeApiTokens(user.id) };
      await this.record(actor, 'user.signed_out', user.id, { sessions, ...revoked });
      return sessions;
    });
  }

  /**
   * Mails a link for a new password.
   * @returns the link where the hub cannot send mail; null where it is on its way
   * @throws 404, 403 role_above_own, 409 account_deactivated
   */
  async sendResetLink(actor: Actor, userId: string): Promise<string | null> {
    return this.database.transaction(async () => {
      const user = await this.managed.lock(actor, userId);
      if (user.deactivatedAt)
        throw conflict('account_deactivated', 'This account is deactivated. Reactivate it before sending a link.');
      const link = await this.accounts.issueResetLink(user.id);
      await this.record(actor, 'user.reset_link_sent', user.id);
      return link;
    });
  }

  private async record(actor: Actor, action: string, id: string, after?: object): Promise<void> {
    await this.audit.record({ actor, action, subject: { type: 'user', id }, ...(after && { after }) });
  }
}
