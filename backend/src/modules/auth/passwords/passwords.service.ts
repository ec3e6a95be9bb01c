import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import type { Client } from '../../../platform/http/request/request.js';
import { conflict, invalid } from '../../../platform/errors/domain-error.js';
import { ApiTokensService } from '../api-tokens/api-tokens.service.js';
import { AccountMailer } from '../mails/account-mailer.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { hashPassword, PasswordVerifier } from '../credentials/passwords.js';
import { OneTimeTokensService } from '../tokens/one-time-tokens.service.js';
import type { ChangePasswordRequest } from './passwords.dto.js';

/** The signed-in user's own password. */
@Injectable()
export class PasswordsService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly verifier: PasswordVerifier,
    private readonly tokens: OneTimeTokensService,
    private readonly mails: AccountMailer,
    private readonly apiTokens: ApiTokensService,
  ) {}

  /** For accounts without a password. @throws 409 has_password */
  async setUp(actor: Actor, password: string): Promise<void> {
    if ((await this.findStoredPassword(actor)).hash !== null) throw passwordAlreadySet();
    const hash = await hashPassword(password);
    await this.database.transaction(async () => {
      if (!(await this.replaceHash(actor, null, hash))) throw passwordAlreadySet();
      await this.mails.sendSecurityNotice(actor.userId, (texts) => texts.mails.notices.passwordSetUp);
    });
  }

  /**
   * Ends all other sessions, and revokes the API tokens unless the user keeps them. Wrong guesses count as failed
   * sign-ins.
   * @returns the number of revoked API tokens. @throws 400 wrong_password, 409 no_password, 429
   */
  async change(
    actor: Actor,
    { current_password, password, revoke_api_tokens = true }: ChangePasswordRequest,
    client: Client,
  ): Promise<number> {
    const { email, hash: before } = await this.findStoredPassword(actor);
    if (before === null) throw conflict('no_password', (texts) => texts.auth.noPassword);
    if (!(await this.verifier.verify(before, current_password, { client, account: email }))) throw wrongPassword();
    const hash = await hashPassword(password);
    return this.database.transaction(async () => {
      // The password may have been changed or reset meanwhile; the given one is wrong then.
      if (!(await this.replaceHash(actor, before, hash))) throw wrongPassword();
      await this.sessions.revokeAll(actor.userId, actor.sessionId);
      await this.tokens.deleteAll('password_reset', actor.userId);
      await this.mails.sendSecurityNotice(actor.userId, (texts) => texts.mails.notices.passwordChanged);
      return revoke_api_tokens ? this.apiTokens.revokeOwn(actor) : 0;
    });
  }

  private findStoredPassword(actor: Actor): Promise<{ email: string; hash: string | null }> {
    return this.database.db
      .selectFrom('users')
      .select([sql<string>`lower(email::text)`.as('email'), 'password_hash as hash'])
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
  }

  private async replaceHash({ userId }: Actor, before: string | null, hash: string): Promise<boolean> {
    const changed = await this.database.db
      .updateTable('users')
      .set({ password_hash: hash, updated_at: new Date() })
      .where('id', '=', userId)
      .where('password_hash', 'is not distinct from', before)
      .returning('id')
      .executeTakeFirst();
    return changed !== undefined;
  }
}

const passwordAlreadySet = () => conflict('has_password', (texts) => texts.auth.hasPassword);
const wrongPassword = () =>
  invalid([{ field: 'current_password', message: (texts) => texts.auth.notCurrentPassword }], 'wrong_password');
