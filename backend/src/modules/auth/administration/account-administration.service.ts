import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { conflict } from '../../../platform/errors/domain-error.js';
import { ApiTokensService } from '../api-tokens/api-tokens.service.js';
import { AccountMailer } from '../mails/account-mailer.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { OneTimeTokensService } from '../tokens/one-time-tokens.service.js';
import { ManagedUsersService } from '../users/managed-users.service.js';
import { UserChangeNotifier } from '../users/user.events.js';

/** What administrators do with the accounts of others. Each method is one transaction with its audit entry. */
@Injectable()
export class AccountAdministrationService {
  constructor(
    private readonly database: Database,
    private readonly managed: ManagedUsersService,
    private readonly sessions: SessionsService,
    private readonly apiTokens: ApiTokensService,
    private readonly tokens: OneTimeTokensService,
    private readonly mails: AccountMailer,
    private readonly userChanges: UserChangeNotifier,
    private readonly audit: Audit,
  ) {}

  /**
   * The user can no longer sign in or reset the password; all sessions and their event streams end, as do the sign-ins
   * and links that have been started, and API tokens are revoked.
   * @throws 404, 403 own_account, role_above_own, 409 last_admin, already_deactivated
   */
  async deactivate(actor: Actor, userId: string): Promise<void> {
    await this.database.transaction(async () => {
      const user = await this.managed.lockOther(actor, userId);
      if (user.deactivated_at) throw conflict('already_deactivated', (texts) => texts.auth.alreadyDeactivated);
      await this.setDeactivatedAt(user.id, new Date());
      for (const kind of ['password_reset', 'external_finish'] as const) await this.tokens.deleteAll(kind, user.id);
      const sessions = await this.sessions.revokeAll(user.id);
      const api_tokens = await this.apiTokens.revokeAll(user.id);
      await this.auditAction(actor, 'user.deactivated', user.id, { sessions, api_tokens });
    });
  }

  /** @throws 404, 403 role_above_own, 409 not_deactivated */
  async reactivate(actor: Actor, userId: string): Promise<void> {
    await this.database.transaction(async () => {
      const user = await this.managed.lock(actor, userId);
      if (!user.deactivated_at) throw conflict('not_deactivated', (texts) => texts.auth.notDeactivated);
      // Deactivations of former releases kept them.
      await this.apiTokens.revokeAll(user.id);
      await this.setDeactivatedAt(user.id, null);
      await this.auditAction(actor, 'user.reactivated', user.id);
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
      const sessions = await this.sessions.revokeAll(user.id);
      const revoked = revokesApiTokens && { api_tokens: await this.apiTokens.revokeAll(user.id) };
      await this.auditAction(actor, 'user.signed_out', user.id, { sessions, ...revoked });
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
      if (user.deactivated_at) throw conflict('account_deactivated', (texts) => texts.auth.accountDeactivated);
      const link = await this.mails.sendPasswordReset(user.id);
      await this.auditAction(actor, 'user.reset_link_sent', user.id);
      return link;
    });
  }

  private async setDeactivatedAt(id: string, deactivated_at: Date | null): Promise<void> {
    await this.database.db
      .updateTable('users')
      .set({ deactivated_at, updated_at: new Date() })
      .where('id', '=', id)
      .execute();
    await this.userChanges.notify(id);
    await this.userChanges.broadcastAccess(id);
  }

  private async auditAction(actor: Actor, action: string, id: string, after?: object): Promise<void> {
    await this.audit.record({ actor, action, subject: { type: 'user', id }, ...(after && { after }) });
  }
}
