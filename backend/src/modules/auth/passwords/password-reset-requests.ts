import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Client } from '../../../platform/http/client.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { Limits } from '../../../platform/limits/limits.js';
import { AccountMails } from '../mails/account-mails.js';
import { AccountsService } from '../sign-in/accounts.service.js';

const JOB = 'password-reset.request';
const HOUR = 3600;

/** "I forgot my password." What happens before the answer is the same whether or not there is such an account. */
@Injectable()
export class PasswordResetRequests implements OnModuleInit {
  constructor(
    private readonly accounts: AccountsService,
    private readonly limits: Limits,
    private readonly jobs: Jobs,
    private readonly mails: AccountMails,
  ) {}

  onModuleInit(): void {
    // Short-lived, since it names somebody who may have nothing to do with us.
    this.jobs.define<{ email: string }>(JOB, ({ email }) => this.answer(email), { deleteAfterSeconds: 60 });
  }

  /** @throws 429 */
  async receive(email: string, client: Client): Promise<void> {
    await this.limits.take(`password-reset-from:${client.address}`, {
      limit: this.limits.perAddress(100),
      windowSeconds: HOUR,
    });
    const { folded } = await this.accounts.credentials(email);
    await this.limits.take(`password-reset:${folded}`, { limit: 5, windowSeconds: HOUR });
    await this.jobs.send(JOB, { email });
  }

  private async answer(email: string): Promise<void> {
    const { id } = await this.accounts.credentials(email);
    if (id) await this.mails.passwordReset(id);
  }
}
