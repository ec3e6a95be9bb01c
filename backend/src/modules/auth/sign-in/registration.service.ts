import { Injectable } from '@nestjs/common';
import type { Client } from '../../../platform/http/request/request.js';
import { Events } from '../../../platform/events/events.js';
import { forbidden } from '../../../platform/http/errors/domain-error.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { Settings } from '../../../platform/settings/settings.js';
import { userRegistered } from '../users/user.events.js';
import { registrationOpen, AccountsService, type NewAccount } from '../users/accounts.service.js';

const HOUR = 3600;

/** Self-registration, by password or at an issuer. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly rateLimiter: RateLimiter,
    private readonly settings: Settings,
    private readonly events: Events,
  ) {}

  /** Checks that registration is open and the client is within its limit. @throws 403 registration_closed, 429 */
  async checkAllowed(client: Client): Promise<void> {
    if (!(await this.settings.get(registrationOpen)))
      throw forbidden('Registration is closed on this hub.', 'registration_closed');
    await this.rateLimiter.consume(`register:${client.address}`, {
      limit: this.rateLimiter.perAddress(100),
      windowSeconds: HOUR,
    });
  }

  /** Joins the caller's transaction. @returns the id. @throws 409 email_taken */
  async create(account: Omit<NewAccount, 'role'>): Promise<string> {
    const userId = await this.accounts.create({ ...account, role: await this.accounts.getDefaultRole() });
    await this.events.publish(userRegistered, { userId });
    return userId;
  }
}
