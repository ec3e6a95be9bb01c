import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LockMode } from '@mikro-orm/postgresql';
import { Database } from '../../../platform/database/database.js';
import { linkExpired, OneTimeTokens } from '../tokens/one-time-tokens.js';
import { AccountMails } from '../mails/account-mails.js';
import { hashPassword } from '../credentials/passwords.js';
import { LoginThrottle } from '../credentials/login-throttle.js';
import { Credentials } from '../credentials/credentials.js';
import { User } from '../users/user.entity.js';
import type { Client } from '../../../platform/http/request/request.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { AccountsService } from '../users/accounts.service.js';

const JOB = 'password-reset.request';
const HOUR = 3600;

/** Requests for a new password. Everything before the response is the same whether or not the account exists. */
@Injectable()
export class PasswordResetRequests implements OnModuleInit {
  constructor(
    private readonly accounts: AccountsService,
    private readonly rateLimiter: RateLimiter,
    private readonly jobs: Jobs,
    private readonly mails: AccountMails,
  ) {}

  onModuleInit(): void {
    // Deleted soon: the address may belong to an uninvolved person.
    this.jobs.define<{ email: string }>(JOB, ({ email }) => this.sendMail(email), { deleteAfterSeconds: 60 });
  }

  /** @throws 429 */
  async submit(email: string, client: Client): Promise<void> {
    await this.rateLimiter.consume(`password-reset-from:${client.address}`, {
      limit: this.rateLimiter.perAddress(100),
      windowSeconds: HOUR,
    });
    const { normalizedEmail } = await this.accounts.findCredentials(email);
    await this.rateLimiter.consume(`password-reset:${normalizedEmail}`, { limit: 5, windowSeconds: HOUR });
    await this.jobs.send(JOB, { email });
  }

  private async sendMail(email: string): Promise<void> {
    const { id } = await this.accounts.findCredentials(email);
    if (id) await this.mails.sendPasswordReset(id);
  }
}

/** Sets a new password by the link from the mail. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly database: Database,
    private readonly tokens: OneTimeTokens,
    private readonly credentials: Credentials,
    private readonly throttle: LoginThrottle,
    private readonly mails: AccountMails,
  ) {}

  /**
   * Ends all sessions and API tokens, and opens none. The link also verifies the email address.
   * @throws 400 link_expired
   */
  async reset(token: string, password: string): Promise<void> {
    // Hashing is expensive: reject invalid tokens before.
    if (!(await this.tokens.find('password_reset', token))) throw linkExpired();
    const hash = await hashPassword(password);
    await this.database.transaction(async (em) => {
      const used = await this.tokens.consume('password_reset', token);
      const user = used?.userId
        ? await em.findOne(
            User,
            { id: used.userId, deactivatedAt: null, erasedAt: null },
            { lockMode: LockMode.PESSIMISTIC_WRITE },
          )
        : null;
      if (!user) throw linkExpired();
      if (user.emailVerifiedAt) await this.credentials.revokeAccess(user.id);
      else await this.credentials.removeAll(user.id);
      await this.tokens.deleteAll('password_reset', user.id);
      user.setPassword(hash);
      user.verifyEmail();
      await em.flush();
      await this.throttle.resetFailures(user.id);
      await this.mails.sendSecurityNotice(user.id, 'The password of your account was reset.');
    });
  }
}
