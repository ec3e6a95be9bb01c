import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { conflict } from '../../../platform/http/domain-error.js';
import { Issuer } from '../external/issuer.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** All that lets somebody into an account. */
@Injectable()
export class SignInMeans {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly issuer: Issuer,
  ) {}

  /**
   * Takes away password, passkeys, accounts at issuers and sessions. For accounts whose address was not proved until now:
   * a stranger may have made one with somebody else's address, to share it with them later. Joins the caller's transaction.
   */
  async takeAway(userId: string): Promise<void> {
    await this.database.query('update users set password_hash = null where id = $1', [userId]);
    await this.database.query('delete from passkeys where user_id = $1', [userId]);
    await this.database.query('delete from external_identities where user_id = $1', [userId]);
    await this.database.query('delete from one_time_tokens where user_id = $1', [userId]);
    await this.sessions.revokeAll(userId);
  }

  /**
   * Takes one of them away.
   * @param what how a sentence begins
   * @throws 409 last_sign_in when nothing else would let the person in, and what `remove` throws
   */
  async removeOne(userId: string, what: string, remove: () => Promise<void>): Promise<void> {
    await this.database.transaction(async () => {
      await this.lock(userId);
      await remove();
      if (!(await this.hasAny(userId)))
        throw conflict(
          'last_sign_in',
          `${what} is the only way you can sign in. Please set up a password or add a passkey first.`,
        );
    });
  }

  /** Until the transaction ends nobody else adds or takes one, so that of the last two not both go, nor too many come. */
  async lock(userId: string): Promise<void> {
    await this.database.query('select id from users where id = $1 for no key update', [userId]);
  }

  private async hasAny(userId: string): Promise<boolean> {
    const left = await this.database.one<{ own: boolean; issuers: string[] }>(
      `select u.password_hash is not null or exists (select 1 from passkeys p where p.user_id = u.id) as own,
              array(select e.issuer from external_identities e where e.user_id = u.id) as issuers
       from users u where u.id = $1`,
      [userId],
    );
    return !!left && (left.own || left.issuers.some((issuer) => this.issuer.is(issuer)));
  }
}
