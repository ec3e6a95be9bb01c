import { Injectable } from '@nestjs/common';
import type { Client } from '../../../platform/http/client.js';
import { Events } from '../../../platform/events/events.js';
import { forbidden } from '../../../platform/http/domain-error.js';
import { Limits } from '../../../platform/limits/limits.js';
import { Settings } from '../../../platform/settings/settings.js';
import { userRegistered } from '../auth.events.js';
import { registrationOpen } from '../auth.settings.js';
import { AccountsService, type NewAccount } from './accounts.service.js';

const HOUR = 3600;

/** New accounts of people who come by themselves, by whatever way they sign in. */
@Injectable()
export class Registrations {
  constructor(
    private readonly accounts: AccountsService,
    private readonly limits: Limits,
    private readonly settings: Settings,
    private readonly events: Events,
  ) {}

  /** Whether newcomers are let in, this one in particular. @throws 403 registration_closed, 429 */
  async admit(client: Client): Promise<void> {
    if (!(await this.settings.get(registrationOpen)))
      throw forbidden('Registration is closed on this site.', 'registration_closed');
    await this.limits.take(`register:${client.address}`, { limit: this.limits.perAddress(100), windowSeconds: HOUR });
  }

  /** Inside a transaction. @returns the id. @throws 409 email_taken */
  async create(account: Omit<NewAccount, 'role'>): Promise<string> {
    const userId = await this.accounts.create({ ...account, role: await this.accounts.roleOfNewcomers() });
    await this.events.publish(userRegistered, { userId });
    return userId;
  }
}
