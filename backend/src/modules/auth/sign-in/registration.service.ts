import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Events } from '../../../platform/events/events.js';
import { DomainError, forbidden } from '../../../platform/errors/domain-error.js';
import type { Client } from '../../../platform/http/request/request.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { type Invitation, InvitationsService } from '../invitations/invitations.service.js';
import { AccountMailer } from '../mails/account-mailer.js';
import { AccountsService, type NewAccount } from '../users/accounts.service.js';
import { userRegistered } from '../users/user.events.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Settings } from '../../../platform/settings/settings.js';
import {
  registrationByLink,
  registrationDomains,
  type RegistrationMode,
  registrationMode,
  setupRequired,
} from '../registration-settings.js';
import { formatChoice, type Localized } from '../../../platform/language/texts.js';

const HOUR = 3600;
const LINK_JOB = 'registration-link.request';

type NewRegistration = Omit<NewAccount, 'role'>;

/** Who may register without an invitation, as the registration screen tells. */
interface RegistrationOffer {
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

/** Self-registration, by password, by a mailed link or at an issuer. */
@Injectable()
export class RegistrationService implements OnModuleInit {
  constructor(
    private readonly accounts: AccountsService,
    private readonly rateLimiter: RateLimiter,
    private readonly invitations: InvitationsService,
    private readonly mails: AccountMailer,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly settings: Settings,
    private readonly mailer: Mailer,
  ) {}

  /**
   * Checks that an address may register and the client is within its limit.
   * @param isVerified whether the address is known to be the client's
   * @param invitation with a role, replaces the rules of registration
   * @throws 403 registration_closed, registration_by_invitation, email_domain_refused, email_link_required; 429
   */
  async checkAllowed(
    client: Client,
    { email, isVerified }: { email: string; isVerified: boolean },
    invitation?: Invitation,
  ): Promise<void> {
    if (!invitation?.role) await this.check(email, isVerified || !!invitation);
    await this.rateLimiter.consume(`register:${client.address}`, {
      limit: this.rateLimiter.perAddress(100),
      windowSeconds: HOUR,
    });
  }

  /**
   * Joins the caller's transaction. @param invitation is used up. @returns the id
   * @throws 409 email_taken, 400 link_expired when the invitation was used meanwhile
   */
  async create(account: NewRegistration, invitation?: Invitation): Promise<string> {
    const role = invitation?.role ?? (await this.accounts.getDefaultRole());
    const userId = await this.accounts.create({ ...account, role });
    if (invitation) await this.invitations.accept(invitation, userId);
    await this.events.publish(userRegistered, { userId });
    return userId;
  }

  onModuleInit(): void {
    // Deleted soon: the address may belong to an uninvolved person.
    this.jobs.define<{ email: string }>(LINK_JOB, ({ email }) => this.sendMail(email), { deleteAfterSeconds: 60 });
  }

  /**
   * Everything before the response is the same whether or not the account exists.
   * @throws 403 as for a registration, 429
   */
  async requestLink(email: string, client: Client): Promise<void> {
    await this.check(email, true);
    await this.rateLimiter.consume(`registration-link-from:${client.address}`, {
      limit: this.rateLimiter.perAddress(100),
      windowSeconds: HOUR,
    });
    const { normalized_email } = await this.accounts.findCredentials(email);
    await this.rateLimiter.consume(`registration-link:${normalized_email}`, { limit: 5, windowSeconds: HOUR });
    await this.jobs.send(LINK_JOB, { email });
  }

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

  private async sendMail(email: string): Promise<void> {
    const { id } = await this.accounts.findCredentials(email);
    if (id) return this.mails.sendAlreadyRegistered(id);
    // A deactivated account.
    if (await this.accounts.emailExists(email)) return;
    const { url } = await this.invitations.create({ email, role: null, invitedBy: null });
    await this.invitations.send(email, url);
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
    if (mode === 'closed') throw forbidden((texts) => texts.auth.registrationClosed, 'registration_closed');
    if (mode === 'invitation')
      throw forbidden((texts) => texts.auth.registrationByInvitation, 'registration_by_invitation');
    if (mode !== 'domains') return;
    if (!domains.includes(getDomain(email)))
      throw forbidden(
        domains.length
          ? (texts) => texts.auth.emailDomainRefused(formatChoice(texts, domains))
          : (texts) => texts.auth.registrationClosed,
        'email_domain_refused',
      );
    if (isByLink && !isVerified) throw forbidden((texts) => texts.auth.emailLinkRequired, 'email_link_required');
  }
}

/** The error of a registration with another address than the invited one. */
export const otherAddress = (email: string) => {
  const message: Localized = (texts) => texts.auth.invitationForOther(email);
  return new DomainError(400, 'other_address', message, { errors: [{ field: 'email', message }] });
};

const getDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
