import { Injectable } from '@nestjs/common';
import { Turns } from '../../../platform/limits/turns.js';
import { verifyPassword } from './passwords.js';
import { type Attempt, SignInBudget } from './sign-in-budget.js';

/** Node has four threads for such work and for the disk: the rest of the hub keeps two. Guesses that come together are counted one by one. */
const TURNS = {
  atOnce: 2,
  waiting: 500,
  sentence: 'Too many people are signing in at this moment. Please try again shortly.',
};

/** Holds a password against the stored one, within the budgets of failed sign-ins. */
@Injectable()
export class PasswordCheck {
  private readonly turns = new Turns(TURNS);

  constructor(private readonly budget: SignInBudget) {}

  /** @throws 429, 503 */
  async fits(stored: string | null, password: string, attempt: Attempt): Promise<boolean> {
    const fits = await this.turns.take(() =>
      this.budget.attempt(attempt, async () => (await verifyPassword(stored, password)) || undefined),
    );
    return fits ?? false;
  }
}
