import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { conflict, type Thing } from '../../../platform/errors/domain-error.js';
import { ApiTokensService } from '../api-tokens/api-tokens.service.js';
import { IssuerClient } from './issuer-client.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** Password, passkeys and linked accounts at issuers: everything a user can sign in with. */
@Injectable()
export class CredentialsService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly issuer: IssuerClient,
    private readonly apiTokens: ApiTokensService,
  ) {}

  /**
   * Removes password, passkeys, linked accounts, one-time tokens, API tokens and sessions. For accounts whose email
   * address was not verified until now: a stranger may have registered the address to share the account later. Joins
   * the caller's transaction.
   */
  async removeAll(userId: string): Promise<void> {
    const { db } = this.database;
    await db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute();
    for (const table of ['passkeys', 'external_identities', 'one_time_tokens'] as const)
      await db.deleteFrom(table).where('user_id', '=', userId).execute();
    await this.revokeAccess(userId);
  }

  /**
   * Ends all that acts as the user without a sign-in: sessions and API tokens, which an intruder may have created.
   * Joins the caller's transaction.
   */
  async revokeAccess(userId: string): Promise<void> {
    await this.apiTokens.revokeAll(userId);
    await this.sessions.revokeAll(userId);
  }

  /**
   * Removes one credential.
   * @param what subject of the error message
   * @throws 409 last_sign_in when the user could no longer sign in, and what `remove` throws
   */
  async removeOne(userId: string, what: Thing, remove: () => Promise<void>): Promise<void> {
    await this.database.transaction(async () => {
      await this.lockUser(userId);
      await remove();
      if (!(await this.hasAny(userId)))
        throw conflict('last_sign_in', (texts) => texts.auth.lastSignIn(texts.things[what]));
    });
  }

  /** Serialises changes of credentials: two requests cannot remove the last two, nor exceed the maximum together. */
  async lockUser(userId: string): Promise<void> {
    await this.database.db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  }

  private async hasAny(userId: string): Promise<boolean> {
    const { rows } = await sql<{ own: boolean; issuers: string[] }>`
      select u.password_hash is not null or exists (select 1 from passkeys p where p.user_id = u.id) as own,
             array(select e.issuer from external_identities e where e.user_id = u.id) as issuers
      from users u where u.id = ${userId}`.execute(this.database.db);
    const [left] = rows;
    return !!left && (left.own || left.issuers.some((issuer) => this.issuer.isCurrent(issuer)));
  }
}
