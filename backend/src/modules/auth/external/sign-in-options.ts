import { Injectable } from '@nestjs/common';
import { Issuer, PROVIDER } from '../credentials/issuer.js';
import { RegistrationRules } from '../sign-in/registration-rules.js';
import type { ProvidersResponse } from './external.dto.js';

/** What the sign-in screen offers. */
@Injectable()
export class SignInOptions {
  constructor(
    private readonly issuer: Issuer,
    private readonly registration: RegistrationRules,
  ) {}

  async get(): Promise<ProvidersResponse> {
    const { mode, domains, isByLink } = await this.registration.getOffer();
    return {
      providers: this.issuer.isConfigured ? [{ name: PROVIDER, label: this.issuer.label }] : [],
      registration_open: mode === 'open' || mode === 'domains',
      registration: mode,
      registration_domains: domains,
      registration_by_link: isByLink,
    };
  }
}
