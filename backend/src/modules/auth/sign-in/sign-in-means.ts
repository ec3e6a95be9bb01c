import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { SessionsService } from '../sessions/sessions.service.js';

/** All that lets somebody into an account. */
@Injectable()
export class SignInMeans {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
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
}
