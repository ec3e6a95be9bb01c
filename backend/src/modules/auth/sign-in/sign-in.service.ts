import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { brokenConstraint } from '../../../platform/database/pg-errors.js';
import { Events } from '../../../platform/events/events.js';
import { forbidden, unauthorized } from '../../../platform/http/domain-error.js';
import type { Client } from '../../../platform/http/client.js';
import { type Budget, Limits } from '../../../platform/limits/limits.js';
import { Turns } from '../../../platform/limits/turns.js';
import { Settings } from '../../../platform/settings/settings.js';
import { userRegistered } from '../auth.events.js';
import { registrationOpen } from '../auth.settings.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../users/user.entity.js';
import { AccountsService, emailTaken } from './accounts.service.js';
import { hashPassword, verifyPassword } from './passwords.js';

export interface Credentials {
  email: string;
  password: string;
  remember_me?: boolean;
}

export interface Opened {
  userId: string;
  token: string;
  /** seconds */
  maxAge: number;
}

const QUARTER_HOUR = 900;
const HOUR = 3600;
/** Node has four threads for such work and for the disk: the rest of the hub keeps two. Guesses that come together are counted one by one. */
const TURNS = { atOnce: 2, waiting: 500, sentence: 'Too many people are signing in at this moment. Please try again shortly.' };

@Injectable()
export class SignInService {
  private readonly turns = new Turns(TURNS);

  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly limits: Limits,
    private readonly settings: Settings,
    private readonly events: Events,
  ) {}

  async register({ email, name, password, remember_me }: Credentials & { name: string }, client: Client): Promise<Opened> {
    if (!(await this.settings.get(registrationOpen))) throw forbidden('Registration is closed on this site.', 'registration_closed');
    await this.limits.take(`register:${client.address}`, { limit: this.limits.perAddress(100), windowSeconds: HOUR });
    const role = await this.accounts.roleOfNewcomers();
    // Before the transaction: hashing takes long, and connections are few.
    const passwordHash = await hashPassword(password);
    try {
      return await this.database.transaction(async () => {
        const userId = await this.accounts.create({ email, name, passwordHash, role });
        await this.events.publish(userRegistered, { userId });
        return { userId, ...(await this.openFor(userId, client, remember_me)) };
      });
    } catch (error) {
      // Two registrations of one address at the same moment: the second meets the unique index.
      if (brokenConstraint(error) === 'users_email_unique') throw emailTaken();
      throw error;
    }
  }

  /** Only failures are counted, per account and per address; with too many of them the right password does not help either. */
  async signIn({ email, password, remember_me }: Credentials, client: Client): Promise<Opened> {
    const account = await this.accounts.credentials(email);
    const budgets: [string, Budget][] = [
      [`sign-in-from:${client.address}`, { limit: this.limits.perAddress(100), windowSeconds: QUARTER_HOUR }],
      [`sign-in:${account.folded}`, { limit: 10, windowSeconds: QUARTER_HOUR }],
    ];
    const userId = await this.turns.take(async () => {
      for (const budget of budgets) await this.limits.check(...budget);
      const fits = await verifyPassword(account.passwordHash, password);
      if (!fits) for (const budget of budgets) await this.limits.take(...budget);
      if (!fits || !account.id) throw unauthorized('Invalid email or password.', 'invalid_credentials');
      // Guesses at the same moment may have used the budget up: whoever asks then learns nothing any more.
      for (const budget of budgets) await this.limits.check(...budget);
      return account.id;
    });
    return { userId, ...(await this.openFor(userId, client, remember_me)) };
  }

  private async openFor(userId: string, client: Client, remember = false) {
    return this.database.transaction(async (em) => {
      (await em.findOneOrFail(User, userId)).signedIn();
      return this.sessions.open(userId, client, remember);
    });
  }
}
