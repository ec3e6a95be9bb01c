import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { composeMail, type MailContent } from '../../../platform/mail/compose-mail.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Settings, siteLanguage, siteName } from '../../../platform/settings/settings.js';
import type { Row } from '../../../schema/index.js';
import { OneTimeTokensService } from '../tokens/one-time-tokens.service.js';
import { Events } from '../../../platform/events/events.js';
import { userRegistered } from '../users/user.events.js';
import { isActive } from '../users/user.policy.js';
import { getTexts, type Localized, type Texts } from '../../../platform/language/texts.js';

/** One hour; the mail states it. */
const RESET_SECONDS = 3600;

/** Three days; the mail states it. */
const VERIFICATION_SECONDS = 3 * 86_400;

/** For notices to an unverified address, which may belong to an uninvolved person. */
const UNVERIFIED_NOTICE_LIMIT = { limit: 5, windowSeconds: 3600 };

type AccountMail = Omit<MailContent, 'language' | 'siteName'> & { subject: string };

type MailRecipient = Pick<Row<'users'>, 'name' | 'email'> & { verified: boolean };

/**
 * Mails about an account, sent within the transaction of the change they report. Links carry their token in the
 * fragment, which browsers send neither to servers nor as a referrer.
 */
@Injectable()
export class AccountMailer implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly tokens: OneTimeTokensService,
    private readonly mailer: Mailer,
    private readonly config: Config,
    private readonly rateLimiter: RateLimiter,
    private readonly events: Events,
  ) {}

  /** Welcomes a new user and asks to verify the email address unless it is verified. */
  private async sendWelcome(userId: string): Promise<void> {
    await this.send(userId, async ({ name, email, verified }, site, { mails }) => ({
      subject: mails.welcome.subject(site),
      heading: verified ? mails.welcome.heading(name) : mails.welcome.subject(site),
      paragraphs: [mails.welcome.ready(site), ...(verified ? [] : [mails.welcome.pleaseConfirm]), mails.welcome.ignore],
      button: verified
        ? { label: mails.open(site), url: this.config.frontendUrl }
        : await this.createVerificationButton(userId, email, mails.verification.button),
    }));
  }

  async sendVerification(userId: string): Promise<void> {
    await this.send(userId, async ({ email }, site, { mails }) => ({
      subject: mails.verification.subject(site),
      heading: mails.verification.heading,
      paragraphs: [mails.verification.request(site), mails.ignoreIfOther],
      button: await this.createVerificationButton(userId, email, mails.verification.button),
    }));
  }

  /** @returns the link, unless a mail server takes it to the user */
  async sendPasswordReset(userId: string): Promise<string | null> {
    const token = await this.tokens.issue('password_reset', { userId, data: {}, seconds: RESET_SECONDS });
    const url = `${this.config.frontendUrl}/reset-password#token=${token}`;
    await this.send(userId, (account, site, { mails }) => ({
      subject: mails.passwordReset.subject(site),
      heading: greet(account, mails),
      paragraphs: [mails.passwordReset.request(site), mails.passwordReset.ignore],
      button: { label: mails.choosePassword, url },
    }));
    return this.mailer.isConfigured ? null : url;
  }

  /** Replaces the link to register for an address that has an account. */
  async sendAlreadyRegistered(userId: string): Promise<void> {
    await this.send(userId, (_account, site, { mails }) => ({
      subject: mails.yourAccount(site),
      heading: mails.alreadyRegistered.heading,
      paragraphs: [mails.alreadyRegistered.request(site), mails.ignoreIfOther],
      button: { label: mails.alreadyRegistered.button, url: `${this.config.frontendUrl}/login` },
    }));
  }

  /** Reports a change of credentials, so that the owner notices one they did not make. */
  async sendSecurityNotice(userId: string, what: Localized): Promise<void> {
    await this.send(userId, async (account, site, texts) => {
      // Without a limit, an account registered with a foreign address could be used to flood that address.
      if (
        !account.verified &&
        !(await this.rateLimiter.tryConsume(`unproved-notices:${userId}`, UNVERIFIED_NOTICE_LIMIT))
      )
        return undefined;
      return {
        subject: texts.mails.yourAccount(site),
        heading: greet(account, texts.mails),
        paragraphs: [what(texts), texts.mails.securityNotice],
        button: { label: texts.mails.choosePassword, url: `${this.config.frontendUrl}/forgot-password` },
      };
    });
  }

  onModuleInit(): void {
    this.events.on(userRegistered, 'welcome-mail', ({ userId }) => this.sendWelcome(userId));
  }

  /** @param inviter may be named in a mail to any address, unlike other users: administrators are trusted */
  async sendInvitation(to: string, { url, inviter, role }: { url: string; inviter: string; role: Localized }) {
    await this.sendToAddress(to, (site, texts) => ({
      subject: texts.mails.invitation.subject(site),
      heading: texts.mails.invitation.heading(site),
      paragraphs: [
        texts.mails.invitation.request({ inviter, site, role: role(texts) }),
        texts.mails.ignoreIfUnexpected,
      ],
      button: { label: texts.mails.invitation.button, url },
    }));
  }

  /** For registrations that need a verified address. */
  async sendRegistrationLink(to: string, url: string): Promise<void> {
    await this.sendToAddress(to, (site, { mails }) => ({
      subject: mails.registration.subject(site),
      heading: mails.registration.heading,
      paragraphs: [mails.registration.request(site), mails.ignoreIfUnexpected],
      button: { label: mails.registration.heading, url },
    }));
  }

  private async createVerificationButton(userId: string, email: string, label: string) {
    const token = await this.tokens.issue('email_verification', {
      userId,
      data: { email },
      seconds: VERIFICATION_SECONDS,
    });
    return { label, url: `${this.config.frontendUrl}/verify-email#token=${token}` };
  }

  /** @param compose returns undefined when no mail is sent */
  private async send(
    userId: string,
    compose: (account: MailRecipient, site: string, texts: Texts) => AccountMail | Promise<AccountMail | undefined>,
  ): Promise<void> {
    const account = await this.database.db
      .selectFrom('users')
      .select(['name', 'email', 'language', sql<boolean>`email_verified_at is not null`.as('verified')])
      .where('id', '=', userId)
      .where(isActive)
      .executeTakeFirst();
    if (!account) return;
    const site = await this.settings.get(siteName);
    const language = account.language ?? (await this.settings.get(siteLanguage));
    const mail = await compose(account, site, getTexts(language));
    if (mail) await this.deliver(account.email, mail, { language, siteName: site });
  }

  /** To an address without an account: in the language of the hub. */
  private async sendToAddress(to: string, compose: (site: string, texts: Texts) => AccountMail): Promise<void> {
    const site = await this.settings.get(siteName);
    const language = await this.settings.get(siteLanguage);
    await this.deliver(to, compose(site, getTexts(language)), { language, siteName: site });
  }

  private async deliver(
    to: string,
    { subject, ...content }: AccountMail,
    hub: Pick<MailContent, 'language' | 'siteName'>,
  ): Promise<void> {
    await this.mailer.send({ to, subject, ...composeMail({ ...hub, ...content }) });
  }
}

/** Omits the name while the address is unverified: its author could use the mail to send a message to others. */
const greet = ({ name, verified }: MailRecipient, mails: Texts['mails']): string =>
  verified ? mails.greetingByName(name) : mails.greeting;
