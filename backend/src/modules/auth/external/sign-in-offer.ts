import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/settings/settings.js';
import { registrationOpen } from '../auth.settings.js';
import type { ProvidersResponse } from './external.dto.js';
import { Issuer, PROVIDER } from './issuer.js';

/** What the sign-in screen has to know before anybody is signed in. */
@Injectable()
export class SignInOffer {
  constructor(
    private readonly issuer: Issuer,
    private readonly settings: Settings,
  ) {}

  async now(): Promise<ProvidersResponse> {
    return {
      providers: this.issuer.isConfigured ? [{ name: PROVIDER, label: this.issuer.label }] : [],
      registration_open: await this.settings.get(registrationOpen),
    };
  }
}
