import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { brokenConstraint } from '../../../platform/database/pg-errors.js';
import { unauthorized } from '../../../platform/http/domain-error.js';
import type { Client } from '../../../platform/http/client.js';
import { type Opened, SessionsService } from '../sessions/sessions.service.js';
import { AccountsService, emailTaken } from './accounts.service.js';
import { PasswordCheck } from './password-check.js';
import { hashPassword } from './passwords.js';
import { Registrations } from './registrations.js';

export interface Credentials {
  email: string;
  password: string;
  remember_me?: boolean;
}

@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly registrations: Registrations,
    private readonly passwords: PasswordCheck,
  ) {}

  async register(
    { email, name, password, remember_me }: Credentials & { name: string },
    client: Client,
  ): Promise<Opened> {
    await this.registrations.admit(client);
    // Before the transaction: hashing takes long, and connections are few.
    const passwordHash = await hashPassword(password);
    try {
      return await this.database.transaction(async () => {
        const userId = await this.registrations.create({ email, name, passwordHash });
        return this.sessions.open(userId, client, remember_me);
      });
    } catch (error) {
      // Two registrations of one address at the same moment: the second meets the unique index.
      if (brokenConstraint(error) === 'users_email_unique') throw emailTaken();
      throw error;
    }
  }

  async signIn({ email, password, remember_me }: Credentials, client: Client): Promise<Opened> {
    const account = await this.accounts.credentials(email);
    const fits = await this.passwords.fits(account.passwordHash, password, { client, account: account.folded });
    if (!fits || !account.id) throw unauthorized('Invalid email or password.', 'invalid_credentials');
    return this.sessions.open(account.id, client, remember_me);
  }
}
