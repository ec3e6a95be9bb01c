import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../platform/errors/domain-error.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Settings } from '../../../platform/settings/settings.js';
import {
  registrationByLink,
  registrationDomains,
  type RegistrationMode,
  registrationMode,
  setupRequired,
} from '../registration-settings.js';

/** Who may register without an invitation, as the registration screen tells. */
export interface RegistrationOffer {
  mode: RegistrationMode;
  /** of the mode `domains` */
  domains: string[];
  /**
   * Whether users enter their address first and get a link by mail: with a mail server, so that a registration does not
   * reveal whether an address has an account.
   */
  isByLink: boolean;
  /** Whether the hub has no administrator yet; nobody can register until then. */
  isSetupRequired: boolean;
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

/** The rules of the settings of registration. */
@Injectable()
export class RegistrationRules {
  constructor(
    private readonly settings: Settings,
    private readonly mailer: Mailer,
  ) {}

  async getOffer(): Promise<RegistrationOffer> {
    const isSetupRequired = await this.settings.get(setupRequired);
    const mode = isSetupRequired ? 'closed' : await this.settings.get(registrationMode);
    return {
      mode,
      domains: mode === 'domains' ? await this.settings.get(registrationDomains) : [],
      isByLink: this.mailer.isConfigured && (await this.requiresLink(mode)),
      isSetupRequired,
    };
  }

  private async requiresLink(mode: RegistrationMode): Promise<boolean> {
    return mode === 'domains' || (mode === 'open' && (await this.settings.get(registrationByLink)));
  }

  /**
   * @param isVerified whether the address is known to be the user's. A domain means something only for such an address;
   * without a mail server addresses cannot be verified, and the typed address counts.
   * @throws 403 registration_closed, registration_by_invitation, email_domain_refused, email_link_required
   */
  async check(email: string, isVerified: boolean): Promise<void> {
    const { mode, domains, isByLink } = await this.getOffer();
    if (mode === 'closed') throw forbidden('Registration is closed on this hub.', 'registration_closed');
    if (mode === 'invitation')
      throw forbidden('Registration on this hub is by invitation.', 'registration_by_invitation');
    if (mode !== 'domains') return;
    if (!domains.includes(domainOf(email)))
      throw forbidden(
        domains.length
          ? `Only email addresses at ${alternatives.format(domains)} can register on this hub.`
          : 'Registration is closed on this hub.',
        'email_domain_refused',
      );
    if (isByLink && !isVerified)
      throw forbidden('Please request a link by email and register with it.', 'email_link_required');
  }
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
