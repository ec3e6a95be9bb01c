import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Audit } from '../../../platform/audit/audit.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import type { Client } from '../../../platform/http/request/request.js';
import { Settings } from '../../../platform/settings/settings.js';
import { setupRequired } from '../registration-settings.js';
import { hashPassword } from '../credentials/passwords.js';
import type { PasskeyRegistrationOptionsResponse } from '../passkeys/passkeys.dto.js';
import { PasskeysService } from '../passkeys/passkeys.service.js';
import { type OpenedSession, SessionsService } from '../sessions/sessions.service.js';
import { type NewPasskeyOwner, OneTimeTokensService } from '../tokens/one-time-tokens.service.js';
import { AccountsService } from '../users/accounts.service.js';
import { isActive } from '../users/user.policy.js';
import type { SetupPasskeyOptionsRequest, SetupPasskeyRequest, SetupRequest } from './setup.dto.js';

const LINK_SECONDS = 3600;

type Administrator = NewPasskeyOwner & { passwordHash: string | null };

/** The first administrator's account, by a link that the terminal shows. */
@Injectable()
export class SetupService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly passkeys: PasskeysService,
    private readonly sessions: SessionsService,
    private readonly tokens: OneTimeTokensService,
    private readonly settings: Settings,
    private readonly audit: Audit,
    private readonly config: Config,
  ) {}

  /** Called at every start. @returns a link, valid for an hour; null when the hub has an administrator */
  async createLink(): Promise<string | null> {
    const isRequired = !(await this.hasAdministrator());
    if ((await this.settings.get(setupRequired)) !== isRequired)
      await this.settings.set(setupRequired, isRequired, null);
    if (!isRequired) return null;
    const token = await this.tokens.issue('setup', { data: {}, seconds: LINK_SECONDS });
    return `${this.config.frontendUrl}/setup#token=${token}`;
  }

  /** @throws 404, 409 email_taken */
  async complete({ token, password, email, name }: SetupRequest, client: Client): Promise<OpenedSession> {
    await this.requireLink(token);
    const passwordHash = await hashPassword(password);
    return this.database.transaction(() =>
      this.createAdministrator({ id: uuidv7(), email, name, passwordHash }, token, client),
    );
  }

  /** @throws 404 */
  async createPasskeyOptions({
    token,
    email,
    name,
  }: SetupPasskeyOptionsRequest): Promise<PasskeyRegistrationOptionsResponse> {
    await this.requireLink(token);
    return this.passkeys.createOptionsOfNewAccount({ id: uuidv7(), email, name });
  }

  /** @throws 404; 400 challenge_expired, passkey_refused; 409 email_taken */
  async completeWithPasskey({ token, ...passkey }: SetupPasskeyRequest, client: Client): Promise<OpenedSession> {
    await this.requireLink(token);
    const { account, passkey: verified } = await this.passkeys.verifyOfNewAccount(passkey);
    return this.database.transaction(async () => {
      const session = await this.createAdministrator({ ...account, passwordHash: null }, token, client);
      await this.passkeys.insert(account.id, verified);
      return session;
    });
  }

  private async createAdministrator(account: Administrator, token: string, client: Client): Promise<OpenedSession> {
    // Two links, of two starts, must not create two administrators.
    await sql`select pg_advisory_xact_lock(hashtextextended('setup', 0))`.execute(this.database.db);
    if (!(await this.tokens.consume('setup', token)) || (await this.hasAdministrator())) throw linkNotFound();
    await this.accounts.create({ ...account, role: 'ADMIN', emailVerified: true });
    await this.settings.set(setupRequired, false, null);
    await this.audit.record({
      actor: null,
      action: 'user.created',
      subject: { type: 'user', id: account.id },
      after: { role: 'ADMIN' },
    });
    return this.sessions.open(account.id, client);
  }

  private async requireLink(token: string): Promise<void> {
    if (!(await this.tokens.find('setup', token)) || (await this.hasAdministrator())) throw linkNotFound();
  }

  private async hasAdministrator(): Promise<boolean> {
    const found = await this.database.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'ADMIN')
      .where(isActive)
      .limit(1)
      .executeTakeFirst();
    return !!found;
  }
}

const linkNotFound = () => notFound('setUpLink');
