import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { brokenConstraint } from '../../../platform/database/pg-errors.js';
import { Events } from '../../../platform/events/events.js';
import { forbidden, unauthorized } from '../../../platform/http/domain-error.js';
import type { Client } from '../../../platform/http/client.js';
import { Limits } from '../../../platform/limits/limits.js';
import { Settings } from '../../../platform/settings/settings.js';
import { userRegistered } from '../auth.events.js';
import { defaultRole, registrationOpen } from '../auth.settings.js';
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

@Injectable()
export class SignInService {
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
    const role = await this.settings.get(defaultRole);
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

  /** Failures are counted per account and per address: taken before the check, so that parallel guesses count too. */
  async signIn({ email, password, remember_me }: Credentials, client: Client): Promise<Opened> {
    const byAddress = `sign-in-from:${client.address}`;
    await this.limits.take(byAddress, { limit: this.limits.perAddress(100), windowSeconds: QUARTER_HOUR });
    const account = await this.accounts.credentials(email);
    const byAccount = `sign-in:${account.folded}`;
    await this.limits.take(byAccount, { limit: 10, windowSeconds: QUARTER_HOUR });
    const fits = await verifyPassword(account.passwordHash, password);
    if (!fits || !account.id) throw unauthorized('Invalid email or password.', 'invalid_credentials');
    await this.limits.giveBack(byAddress);
    await this.limits.giveBack(byAccount);
    return { userId: account.id, ...(await this.openFor(account.id, client, remember_me)) };
  }

  private async openFor(userId: string, client: Client, remember = false) {
    return this.database.transaction(async (em) => {
      (await em.findOneOrFail(User, userId)).signedIn();
      return this.sessions.open(userId, client, remember);
    });
  }
}
