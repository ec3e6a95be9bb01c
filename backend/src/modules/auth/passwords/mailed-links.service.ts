import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { linkExpired, OneTimeTokensService } from '../tokens/one-time-tokens.service.js';
import { AccountMailer } from '../mails/account-mailer.js';
import { hashPassword } from '../credentials/passwords.js';
import { LoginThrottle } from '../credentials/login-throttle.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import type { Client } from '../../../platform/http/request/request.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { AccountsService } from '../users/accounts.service.js';
import { isActive } from '../users/user.policy.js';
import { sql } from 'kysely';
import { conflict } from '../../../platform/errors/domain-error.js';

const JOB = 'password-reset.request';
const HOUR = 3600;

/** Requests for a new password, and its change by the link from the mail. */
@Injectable()
export class MailedLinksService implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly tokens: OneTimeTokensService,
    private readonly credentials: CredentialsService,
    private readonly throttle: LoginThrottle,
    private readonly rateLimiter: RateLimiter,
    private readonly jobs: Jobs,
    private readonly mails: AccountMailer,
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

  /** @throws 409 email_verified, 429 */
  async sendVerification(userId: string): Promise<void> {
    const unverified = await this.database.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('email_verified_at', 'is', null)
      .executeTakeFirst();
    if (!unverified) throw conflict('email_verified', (texts) => texts.auth.emailVerified);
    await this.rateLimiter.consume(`email-verification:${userId}`, { limit: 5, windowSeconds: 3600 });
    await this.database.transaction(() => this.mails.sendVerification(userId));
  }

  /** Idempotent: the link may be opened more than once. @throws 400 link_expired */
  async verifyEmail(token: string): Promise<void> {
    const found = await this.tokens.find('email_verification', token);
    if (!found) throw linkExpired();
    const verified = await this.database.db
      .updateTable('users')
      .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, ${new Date()})` })
      .where('id', '=', found.user_id)
      .where('email', '=', found.data.email)
      .where(isActive)
      .returning('id')
      .executeTakeFirst();
    if (!verified) throw linkExpired();
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
      await this.mails.sendSecurityNotice(id, (texts) => texts.mails.notices.passwordReset);
    });
  }
}
