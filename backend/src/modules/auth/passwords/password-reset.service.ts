import { Injectable } from '@nestjs/common';
import { LockMode } from '@mikro-orm/postgresql';
import { Database } from '../../../platform/database/database.js';
import { linkExpired } from '../mails/link-expired.js';
import { AccountMails } from '../mails/account-mails.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { hashPassword } from '../sign-in/passwords.js';
import { SignInBudget } from '../sign-in/sign-in-budget.js';
import { SignInMeans } from '../sign-in/sign-in-means.js';
import { OneTimeTokens } from '../tokens/one-time-tokens.js';
import { User } from '../users/user.entity.js';

/** A new password by the link from the mail. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly sessions: SessionsService,
    private readonly means: SignInMeans,
    private readonly budget: SignInBudget,
    private readonly mails: AccountMails,
  ) {}

  /** Ends all sessions and opens none. Whoever has the mail has the address, so that is proved as well. @throws 400 link_expired */
  async reset(token: string, password: string): Promise<void> {
    // Hashing is costly; not for tokens that somebody made up.
    if (!(await this.tokens.look('password_reset', token))) throw linkExpired();
    const hash = await hashPassword(password);
    await this.database.transaction(async (em) => {
      const used = await this.tokens.use('password_reset', token);
      const user = used?.userId
        ? await em.findOne(
            User,
            { id: used.userId, deactivatedAt: null, erasedAt: null },
            { lockMode: LockMode.PESSIMISTIC_WRITE },
          )
        : null;
      if (!user) throw linkExpired();
      if (user.emailVerifiedAt) await this.sessions.revokeAll(user.id);
      else await this.means.takeAway(user.id);
      await this.tokens.forget('password_reset', user.id);
      user.setPassword(hash);
      user.verifyEmail();
      await em.flush();
      await this.budget.forgive(user.id);
      await this.mails.securityNotice(user.id, 'The password of your account was reset.');
    });
  }
}
