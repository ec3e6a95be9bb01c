import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/pg-errors.js';
import { forbidden, unauthorized } from '../../../platform/http/domain-error.js';
import type { Client } from '../../../platform/http/client.js';
import { Limits } from '../../../platform/limits/limits.js';
import { Settings } from '../../../platform/settings/settings.js';
import { defaultRole, registrationOpen } from '../auth.settings.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { User } from '../users/user.entity.js';
import { AccountsService, emailTaken } from './accounts.service.js';
import { verifyPassword } from './passwords.js';

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
    private readonly config: Config,
  ) {}

  async register({ email, name, password, remember_me }: Credentials & { name: string }, client: Client): Promise<Opened> {
    if (!(await this.settings.get(registrationOpen))) throw forbidden('Registration is closed on this site.', 'registration_closed');
    await this.limits.take(`register:${client.address}`, { limit: this.perAddress(100), windowSeconds: HOUR });
    const role = await this.settings.get(defaultRole);
    try {
      return await this.database.transaction(async () => {
        const userId = await this.accounts.create({ email, name, password, role });
        return { userId, ...(await this.openFor(userId, client, remember_me)) };
      });
    } catch (error) {
      // Two registrations of one address at the same moment: the second meets the unique index.
      if (isUniqueViolation(error)) throw emailTaken();
      throw error;
    }
  }

  /** Failures are counted per account and per address: taken before the check, so that parallel guesses count too. */
  async signIn({ email, password, remember_me }: Credentials, client: Client): Promise<Opened> {
    const byAccount = `sign-in:${email.toLowerCase()}`;
    const byAddress = `sign-in-from:${client.address}`;
    await this.limits.take(byAddress, { limit: this.perAddress(100), windowSeconds: QUARTER_HOUR });
    await this.limits.take(byAccount, { limit: 10, windowSeconds: QUARTER_HOUR });
    const account = await this.database.one<{ id: string; password_hash: string | null; active: boolean }>(
      'select id, password_hash, deactivated_at is null and erased_at is null as active from users where email = $1::citext',
      [email],
    );
    const fits = await verifyPassword(account?.password_hash, password);
    if (!fits || !account?.active) throw unauthorized('Invalid email or password.', 'invalid_credentials');
    await this.limits.giveBack(byAddress);
    await this.limits.giveBack(byAccount);
    return this.database.transaction(async () => ({ userId: account.id, ...(await this.openFor(account.id, client, remember_me)) }));
  }

  private async openFor(userId: string, client: Client, remember = false) {
    return this.database.transaction(async (em) => {
      (await em.findOneOrFail(User, userId)).signedIn();
      return this.sessions.open(userId, client, remember);
    });
  }

  private perAddress(limit: number): number {
    return Math.ceil(limit * this.config.env.RATE_LIMIT_IP_FACTOR);
  }
}
