import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { brokenConstraint } from '../../../platform/database/pg-errors.js';
import { unauthorized } from '../../../platform/http/errors/domain-error.js';
import type { Client } from '../../../platform/http/request/request.js';
import { type OpenedSession, SessionsService } from '../sessions/sessions.service.js';
import { AccountsService, emailTaken } from '../users/accounts.service.js';
import { hashPassword, PasswordVerifier } from '../credentials/passwords.js';
import { RegistrationService } from './registration.service.js';

export interface PasswordLogin {
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
    private readonly registrations: RegistrationService,
    private readonly passwords: PasswordVerifier,
  ) {}

  async register(
    { email, name, password, remember_me }: PasswordLogin & { name: string },
    client: Client,
  ): Promise<OpenedSession> {
    await this.registrations.checkAllowed(client);
    // Before the transaction: hashing is slow and would occupy a database connection.
    const passwordHash = await hashPassword(password);
    try {
      return await this.database.transaction(async () => {
        const userId = await this.registrations.create({ email, name, passwordHash });
        return this.sessions.open(userId, client, remember_me);
      });
    } catch (error) {
      // Of two concurrent registrations of one address the second violates the unique index.
      if (brokenConstraint(error) === 'users_email_unique') throw emailTaken();
      throw error;
    }
  }

  async signIn({ email, password, remember_me }: PasswordLogin, client: Client): Promise<OpenedSession> {
    const account = await this.accounts.findCredentials(email);
    const isMatch = await this.passwords.verify(account.passwordHash, password, {
      client,
      account: account.normalizedEmail,
    });
    if (!isMatch || !account.id) throw unauthorized('Invalid email or password.', 'invalid_credentials');
    return this.sessions.open(account.id, client, remember_me);
  }
}
