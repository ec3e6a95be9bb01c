import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { conflict } from '../../../platform/errors/domain-error.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { AccountMails } from '../mails/account-mails.js';
import { linkExpired, OneTimeTokens } from '../tokens/one-time-tokens.js';
import { isActive } from '../users/user.js';

/** Verifies email addresses by a link. */
@Injectable()
export class EmailVerificationService {
  constructor(
    private readonly database: Database,
    private readonly rateLimiter: RateLimiter,
    private readonly tokens: OneTimeTokens,
    private readonly mails: AccountMails,
  ) {}

  /** @throws 409 email_verified, 429 */
  async send(userId: string): Promise<void> {
    const unverified = await this.database.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('email_verified_at', 'is', null)
      .executeTakeFirst();
    if (!unverified) throw conflict('email_verified', 'Your email address is already confirmed.');
    await this.rateLimiter.consume(`email-verification:${userId}`, { limit: 5, windowSeconds: 3600 });
    await this.database.transaction(() => this.mails.sendVerification(userId));
  }

  /** Idempotent: the link may be opened more than once. @throws 400 link_expired */
  async verify(token: string): Promise<void> {
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
}
