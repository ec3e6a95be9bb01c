import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Client } from '../../../platform/http/request/request.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { AccountMails } from '../mails/account-mails.js';
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
