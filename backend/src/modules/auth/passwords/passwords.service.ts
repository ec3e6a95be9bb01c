import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import type { Client } from '../../../platform/http/client.js';
import { conflict, invalid } from '../../../platform/http/domain-error.js';
import { AccountMails } from '../mails/account-mails.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { PasswordCheck } from '../sign-in/password-check.js';
import { hashPassword } from '../sign-in/passwords.js';
import { OneTimeTokens } from '../tokens/one-time-tokens.js';

/** A signed-in person's own password. */
@Injectable()
export class PasswordsService {
  constructor(
    private readonly database: Database,
    private readonly sessions: SessionsService,
    private readonly check: PasswordCheck,
    private readonly tokens: OneTimeTokens,
    private readonly mails: AccountMails,
  ) {}

  /** For accounts that sign in by other means and have none yet. @throws 409 has_password */
  async setUp(actor: Actor, password: string): Promise<void> {
    if ((await this.stored(actor)).hash !== null) throw hasPassword();
    const hash = await hashPassword(password);
    await this.database.transaction(async () => {
      const [set] = await this.database.query(
        'update users set password_hash = $2, updated_at = $3 where id = $1 and password_hash is null returning id',
        [actor.userId, hash, new Date()],
      );
      if (!set) throw hasPassword();
      await this.mails.securityNotice(actor.userId, 'A password was set up for your account.');
    });
  }

  /** Ends all other sessions. Wrong guesses count like failed sign-ins. @throws 400 at current_password, 409 no_password, 429 */
  async change(actor: Actor, current: string, password: string, client: Client): Promise<void> {
    const { folded, hash: before } = await this.stored(actor);
    if (before === null) throw conflict('no_password', 'Your account has no password yet. Please set one up.');
    if (!(await this.check.fits(before, current, { client, account: folded }))) throw wrongPassword();
    const hash = await hashPassword(password);
    await this.database.transaction(async () => {
      // Unless it was changed or reset meanwhile, which makes the one given here wrong.
      const [changed] = await this.database.query(
        'update users set password_hash = $3, updated_at = $4 where id = $1 and password_hash = $2 returning id',
        [actor.userId, before, hash, new Date()],
      );
      if (!changed) throw wrongPassword();
      await this.sessions.revokeAll(actor.userId, actor.sessionId);
      await this.tokens.forget('password_reset', actor.userId);
      await this.mails.securityNotice(actor.userId, 'The password of your account was changed.');
    });
  }

  private async stored(actor: Actor): Promise<{ folded: string; hash: string | null }> {
    const row = await this.database.one<{ folded: string; hash: string | null }>(
      'select lower(email::text) as folded, password_hash as hash from users where id = $1',
      [actor.userId],
    );
    if (!row) throw new Error('A signed-in person has no account.');
    return row;
  }
}

const hasPassword = () => conflict('has_password', 'Your account has a password already. Please change that one.');
const wrongPassword = () =>
  invalid([{ field: 'current_password', message: 'This is not your current password.' }], 'wrong_password');
