import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { conflict } from '../../../platform/http/errors/domain-error.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { AccountMails } from '../mails/account-mails.js';
import { linkExpired, OneTimeTokens } from '../tokens/one-time-tokens.js';

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
    const unverified = await this.database.one(
      'select 1 as found from users where id = $1 and email_verified_at is null',
      [userId],
    );
    if (!unverified) throw conflict('email_verified', 'Your email address is already confirmed.');
    await this.rateLimiter.consume(`email-verification:${userId}`, { limit: 5, windowSeconds: 3600 });
    await this.database.transaction(() => this.mails.sendVerification(userId));
  }

  /** Idempotent: the link may be opened more than once. @throws 400 link_expired */
  async verify(token: string): Promise<void> {
    const found = await this.tokens.find('email_verification', token);
    const [verified] = found
      ? await this.database.query(
          `update users set email_verified_at = coalesce(email_verified_at, $3)
           where id = $1 and email = $2::citext and deactivated_at is null and erased_at is null returning id`,
          [found.userId, found.data.email, new Date()],
        )
      : [];
    if (!verified) throw linkExpired();
  }
}
