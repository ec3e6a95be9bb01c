import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/settings/settings.js';
import { registrationOpen } from '../users/accounts.service.js';
import type { ProvidersResponse } from './external.dto.js';
import { Issuer, PROVIDER } from '../credentials/issuer.js';

/** What the sign-in screen offers. */
@Injectable()
export class SignInOptions {
  constructor(
    private readonly issuer: Issuer,
    private readonly settings: Settings,
  ) {}

  async get(): Promise<ProvidersResponse> {
    return {
      providers: this.issuer.isConfigured ? [{ name: PROVIDER, label: this.issuer.label }] : [],
      registration_open: await this.settings.get(registrationOpen),
    };
  }
}
