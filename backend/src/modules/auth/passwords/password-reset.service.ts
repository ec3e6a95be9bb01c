import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { linkExpired, OneTimeTokens } from '../tokens/one-time-tokens.js';
import { AccountMails } from '../mails/account-mails.js';
import { hashPassword } from '../credentials/passwords.js';
import { LoginThrottle } from '../credentials/login-throttle.js';
import { Credentials } from '../credentials/credentials.js';
import type { Client } from '../../../platform/http/request/request.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { AccountsService } from '../users/accounts.service.js';
import { isActive } from '../users/user.js';

const JOB = 'password-reset.request';
const HOUR = 3600;

/** Requests for a new password, and its change by the link from the mail. */
@Injectable()
export class PasswordResetService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly tokens: OneTimeTokens,
    private readonly credentials: Credentials,
    private readonly throttle: LoginThrottle,
    private readonly rateLimiter: RateLimiter,
    private readonly jobs: Jobs,
    private readonly mails: AccountMails,
  ) {}

  onModuleInit(): void {
    // Deleted soon: the address may belong to an uninvolved person.
    this.jobs.define<{ email: string }>(JOB, ({ email }) => this.sendMail(email), { deleteAfterSeconds: 60 });
  }

  /** Everything before the response is the same whether or not the account exists. @throws 429 */
  async request(email: string, client: Client): Promise<void> {
    await this.rateLimiter.consume(`password-reset-from:${client.address}`, {
      limit: this.rateLimiter.perAddress(100),
      windowSeconds: HOUR,
    });
    const { normalized_email } = await this.accounts.findCredentials(email);
    await this.rateLimiter.consume(`password-reset:${normalized_email}`, { limit: 5, windowSeconds: HOUR });
    await this.jobs.send(JOB, { email });
  }

  private async sendMail(email: string): Promise<void> {
    const { id } = await this.accounts.findCredentials(email);
    if (id) await this.mails.sendPasswordReset(id);
  }

  /**
   * Ends all sessions and API tokens, and opens none. The link also verifies the email address.
   * @throws 400 link_expired
   */
  async reset(token: string, password: string): Promise<void> {
    // Hashing is expensive: reject invalid tokens before.
    if (!(await this.tokens.find('password_reset', token))) throw linkExpired();
    const hash = await hashPassword(password);
    await this.database.transaction(async () => {
      const used = await this.tokens.consume('password_reset', token);
      if (!used) throw linkExpired();
      const { db } = this.database;
      const user = await db
        .selectFrom('users')
        .select(['id', 'email_verified_at'])
        .where('id', '=', used.user_id)
        .where(isActive)
        .forUpdate()
        .executeTakeFirst();
      if (!user) throw linkExpired();
      const { id } = user;
      if (user.email_verified_at) await this.credentials.revokeAccess(id);
      else await this.credentials.removeAll(id);
      await this.tokens.deleteAll('password_reset', id);
      const now = new Date();
      await db
        .updateTable('users')
        .set({ password_hash: hash, email_verified_at: user.email_verified_at ?? now, updated_at: now })
        .where('id', '=', id)
        .execute();
      await this.throttle.resetFailures(id);
      await this.mails.sendSecurityNotice(id, 'The password of your account was reset.');
    });
  }
}
