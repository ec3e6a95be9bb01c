import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { brokenConstraint } from '../../../platform/database/pg-errors.js';
import { unauthorized } from '../../../platform/errors/domain-error.js';
import type { Client } from '../../../platform/http/request/request.js';
import { type OpenedSession, SessionsService } from '../sessions/sessions.service.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { accountDisabled, AccountsService, emailTaken } from '../users/accounts.service.js';
import { hashPassword, PasswordVerifier } from '../credentials/passwords.js';
import { otherAddress, RegistrationService } from './registration.service.js';

interface PasswordLogin {
  email: string;
  password: string;
  remember_me?: boolean;
}

export interface NewRegistration extends PasswordLogin {
  name: string;
  /** token of an invitation */
  invitation?: string;
}

@Injectable()
export class SignInService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly registrations: RegistrationService,
    private readonly passwords: PasswordVerifier,
    private readonly invitations: InvitationsService,
  ) {}

  /**
   * @returns undefined where a mailed link continues the registration, for new and known addresses alike
   * @throws 400 link_expired, other_address; 403 as {@link RegistrationService.checkAllowed}; 409 email_taken; 429
   */
  async register(
    { email, name, password, remember_me, ...given }: NewRegistration,
    client: Client,
  ): Promise<OpenedSession | undefined> {
    const invitation = given.invitation ? await this.invitations.find(given.invitation, 'invitation') : undefined;
    if (!invitation && (await this.registrations.getOffer()).isByLink) {
      await this.registrations.requestLink(email, client);
      return undefined;
    }
    if (invitation && !(await this.accounts.isSameEmail(invitation.email, email))) throw otherAddress(invitation.email);
    await this.registrations.checkAllowed(client, { email, isVerified: false }, invitation);
    // Before the transaction: hashing is slow and would occupy a database connection.
    const passwordHash = await hashPassword(password);
    const account = { email, name, passwordHash, emailVerified: invitation?.is_mailed ?? false };
    try {
      return await this.database.transaction(async () => {
        const userId = await this.registrations.create(account, invitation);
        return this.sessions.open(userId, client, remember_me);
      });
    } catch (error) {
      // The second of two concurrent registrations of one address violates the unique index.
      if (brokenConstraint(error) === 'users_email_unique') throw emailTaken();
      throw error;
    }
  }

  /** @throws 401 invalid_credentials; 403 account_disabled, only with the right password; 429 */
  async signIn({ email, password, remember_me }: PasswordLogin, client: Client): Promise<OpenedSession> {
    const account = await this.accounts.findCredentials(email);
    const match = await this.passwords.verify(account.password_hash, password, {
      client,
      account: account.normalized_email,
    });
    if (match && account.is_deactivated) throw accountDisabled();
    if (!match || !account.id) throw unauthorized((texts) => texts.auth.invalidCredentials, 'invalid_credentials');
    if (match.renewedHash) await this.accounts.renewPasswordHash(account.id, account.password_hash, match.renewedHash);
    return this.sessions.open(account.id, client, remember_me);
  }
}
