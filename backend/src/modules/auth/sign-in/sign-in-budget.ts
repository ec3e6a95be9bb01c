import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { Client } from '../../../platform/http/client.js';
import { type Budget, Limits } from '../../../platform/limits/limits.js';

export interface Attempt {
  client: Client;
  /** whom it is about, where that is known: the e-mail address as the database compares it */
  account?: string | undefined;
}

const QUARTER_HOUR = 900;

/** Failed sign-ins, counted per account and per address whatever the way in. With too many of them the right proof does not help either. */
@Injectable()
export class SignInBudget {
  constructor(
    private readonly limits: Limits,
    private readonly database: Database,
  ) {}

  /**
   * One try to sign in. It fails, and counts, when `prove` gives nothing or throws.
   * @returns what `prove` gives
   * @throws 429
   */
  async attempt<Proof>(
    { client, account }: Attempt,
    prove: () => Promise<Proof | undefined>,
  ): Promise<Proof | undefined> {
    const budgets: [string, Budget][] = [
      [`sign-in-from:${client.address}`, { limit: this.limits.perAddress(100), windowSeconds: QUARTER_HOUR }],
    ];
    if (account !== undefined) budgets.push([ofAccount(account), { limit: 10, windowSeconds: QUARTER_HOUR }]);
    for (const budget of budgets) await this.limits.check(...budget);
    let proof: Proof | undefined;
    try {
      proof = await prove();
    } finally {
      if (proof === undefined) for (const budget of budgets) await this.limits.take(...budget);
    }
    // Guesses at the same moment may have used the budget up: whoever asks then learns nothing any more.
    if (proof !== undefined) for (const budget of budgets) await this.limits.check(...budget);
    return proof;
  }

  /** A challenge or a start at an issuer costs a row, so an address gets so many and no more. @throws 429 */
  async takeStart(client: Client): Promise<void> {
    await this.limits.take(`sign-in-start:${client.address}`, {
      limit: this.limits.perAddress(300),
      windowSeconds: QUARTER_HOUR,
    });
  }

  /** The account's failures no longer count. */
  async forgive(userId: string): Promise<void> {
    const account = await this.database.one<{ folded: string }>(
      'select lower(email::text) as folded from users where id = $1',
      [userId],
    );
    if (account) await this.limits.reset(ofAccount(account.folded));
  }
}

const ofAccount = (folded: string) => `sign-in:${folded}`;
