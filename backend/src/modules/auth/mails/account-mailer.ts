import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { composeMail, type MailContent } from '../../../platform/mail/compose-mail.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Settings, siteName } from '../../../platform/settings/settings.js';
import type { Row } from '../../../schema/index.js';
import { OneTimeTokensService } from '../tokens/one-time-tokens.service.js';
import { Events } from '../../../platform/events/events.js';
import { userRegistered } from '../users/user.events.js';
import { isActive } from '../users/user.policy.js';

/** One hour; the mail states it. */
const RESET_SECONDS = 3600;

/** Three days; the mail states it. */
const VERIFICATION_SECONDS = 3 * 86_400;

/** For notices to an unverified address, which may belong to an uninvolved person. */
const UNVERIFIED_NOTICE_LIMIT = { limit: 5, windowSeconds: 3600 };

type AccountMail = Omit<MailContent, 'siteName'> & { subject: string };

type MailRecipient = Pick<Row<'users'>, 'name' | 'email'> & { verified: boolean };

const IGNORE = 'If you didn’t expect this email, you can ignore it.';

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
    await this.send(userId, async ({ name, email, verified }, site) => ({
      subject: `Welcome to ${site}`,
      heading: verified ? `Welcome, ${name}` : `Welcome to ${site}`,
      paragraphs: [
        `Your account at ${site} is ready. Sign in with this email address.`,
        ...(verified
          ? []
          : [
              'Please confirm your email address to receive notifications and to be able to reset your password. ' +
                'The link is valid for three days.',
            ]),
        'If you didn’t create this account, you can ignore this email.',
      ],
      button: verified
        ? { label: `Open ${site}`, url: this.config.frontendUrl }
        : await this.createVerificationButton(userId, email),
    }));
  }

  async sendVerification(userId: string): Promise<void> {
    await this.send(userId, async ({ email }, site) => ({
      subject: `Confirm your email address at ${site}`,
      heading: 'Confirm your email address',
      paragraphs: [
        `Someone entered this address for an account at ${site}. If that was you, please confirm it within three days.`,
        'If it wasn’t you, you can ignore this email.',
      ],
      button: await this.createVerificationButton(userId, email),
    }));
  }

  /** @returns the link, unless a mail server takes it to the user */
  async sendPasswordReset(userId: string): Promise<string | null> {
    const token = await this.tokens.issue('password_reset', { userId, data: {}, seconds: RESET_SECONDS });
    const url = `${this.config.frontendUrl}/reset-password#token=${token}`;
    await this.send(userId, (account, site) => ({
      subject: `Reset your password at ${site}`,
      heading: greeting(account),
      paragraphs: [
        `We received a request to reset the password of your account at ${site}. The link is valid for one hour, ` +
          'works once, ends all your sessions and revokes your API tokens.',
        'If you didn’t request this, you can ignore this email. Your password stays the same.',
      ],
      button: { label: 'Choose a new password', url },
    }));
    return this.mailer.isConfigured ? null : url;
  }

  /** Replaces the link to register for an address that has an account. */
  async sendAlreadyRegistered(userId: string): Promise<void> {
    await this.send(userId, (_account, site) => ({
      subject: `Your account at ${site}`,
      heading: 'You already have an account',
      paragraphs: [
        `Someone entered this address to create an account at ${site}, but it already has one. Please sign in, or ` +
          'reset your password if you have forgotten it.',
        'If it wasn’t you, you can ignore this email.',
      ],
      button: { label: 'Sign in', url: `${this.config.frontendUrl}/login` },
    }));
  }

  /** Reports a change of credentials, so that the owner notices one they did not make. @param what a sentence */
  async sendSecurityNotice(userId: string, what: string): Promise<void> {
    await this.send(userId, async (account, site) => {
      // Without a limit, an account registered with a foreign address could be used to flood that address.
      if (
        !account.verified &&
        !(await this.rateLimiter.tryConsume(`unproved-notices:${userId}`, UNVERIFIED_NOTICE_LIMIT))
      )
        return undefined;
      return {
        subject: `Your account at ${site}`,
        heading: greeting(account),
        paragraphs: [
          what,
          'If it wasn’t you, choose a new password immediately. This also ends all sessions and revokes all ' +
            'API tokens.',
        ],
        button: { label: 'Choose a new password', url: `${this.config.frontendUrl}/forgot-password` },
      };
    });
  }

  onModuleInit(): void {
    this.events.on(userRegistered, 'welcome-mail', ({ userId }) => this.sendWelcome(userId));
  }

  /** @param inviter may be named in a mail to any address, unlike other users: administrators are trusted */
  async sendInvitation(to: string, { url, inviter, role }: { url: string; inviter: string; role: string }) {
    await this.sendToAddress(to, (site) => ({
      subject: `You’re invited to ${site}`,
      heading: `Join ${site}`,
      paragraphs: [
        `${inviter} invited you to ${site} with the role ${role}. The link is valid for seven days and works once.`,
        IGNORE,
      ],
      button: { label: 'Accept the invitation', url },
    }));
  }

  /** For registrations that need a verified address. */
  async sendRegistrationLink(to: string, url: string): Promise<void> {
    await this.sendToAddress(to, (site) => ({
      subject: `Create your account at ${site}`,
      heading: 'Create your account',
      paragraphs: [
        `Someone entered this address to create an account at ${site}. ` +
          'The link is valid for seven days and works once.',
        IGNORE,
      ],
      button: { label: 'Create your account', url },
    }));
  }

  private async createVerificationButton(userId: string, email: string) {
    const token = await this.tokens.issue('email_verification', {
      userId,
      data: { email },
      seconds: VERIFICATION_SECONDS,
    });
    return { label: 'Confirm my email address', url: `${this.config.frontendUrl}/verify-email#token=${token}` };
  }

  /** @param compose returns undefined when no mail is sent */
  private async send(
    userId: string,
    compose: (account: MailRecipient, site: string) => AccountMail | Promise<AccountMail | undefined>,
  ): Promise<void> {
    const account = await this.database.db
      .selectFrom('users')
      .select(['name', 'email', sql<boolean>`email_verified_at is not null`.as('verified')])
      .where('id', '=', userId)
      .where(isActive)
      .executeTakeFirst();
    if (!account) return;
    const site = await this.settings.get(siteName);
    const mail = await compose(account, site);
    if (!mail) return;
    const { subject, ...content } = mail;
    await this.mailer.send({ to: account.email, subject, ...composeMail({ siteName: site, ...content }) });
  }

  private async sendToAddress(
    to: string,
    compose: (site: string) => Omit<MailContent, 'siteName'> & { subject: string },
  ): Promise<void> {
    const site = await this.settings.get(siteName);
    const { subject, ...content } = compose(site);
    await this.mailer.send({ to, subject, ...composeMail({ siteName: site, ...content }) });
  }
}

/** Omits the name while the address is unverified: its author could use the mail to send a message to others. */
const greeting = ({ name, verified }: MailRecipient): string => (verified ? `Hello ${name}` : 'Hello');
