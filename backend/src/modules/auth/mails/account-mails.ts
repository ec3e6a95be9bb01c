import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { composeMail, type MailContent } from '../../../platform/mail/compose-mail.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Settings } from '../../../platform/settings/settings.js';
import { siteName } from '../../../platform/settings/site.js';
import { OneTimeTokens } from '../tokens/one-time-tokens.js';

const DAY = 86_400;
/** An hour, as the mail says. */
export const RESET_SECONDS = 3600;
/** Three days, as the mail says. */
export const VERIFICATION_SECONDS = 3 * DAY;

type Content = Omit<MailContent, 'siteName'> & { subject: string };

/**
 * Mails about somebody's account, written inside the transaction of what they tell of. Tokens stand behind the # of their
 * links, which browsers send to no server and name to no other site.
 */
@Injectable()
export class AccountMails {
  constructor(
    private readonly database: Database,
    private readonly settings: Settings,
    private readonly tokens: OneTimeTokens,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  /** Greets whoever has registered; with the question whether the address is theirs, unless that is known. */
  async welcome(userId: string): Promise<void> {
    await this.send(userId, async ({ name, email, verified }, site) => ({
      subject: `Welcome to ${site}`,
      heading: `Welcome, ${name}`,
      paragraphs: [
        `Your account at ${site} is ready. You sign in with this email address.`,
        ...(verified ? [] : ['Please confirm that the address is yours, so that you can get back in if you ever forget how. The link works for three days.']),
        'If you did not register there, somebody used your address; you may ignore this mail.',
      ],
      button: verified ? { label: `Open ${site}`, url: this.config.frontendUrl } : await this.verificationButton(userId, email),
    }));
  }

  async verification(userId: string): Promise<void> {
    await this.send(userId, async ({ email }, site) => ({
      subject: `Confirm your email address at ${site}`,
      heading: 'Is this your email address?',
      paragraphs: [`Somebody with an account at ${site} says so. If it was you, please confirm it within three days.`, 'If it was not you, ignore this mail.'],
      button: await this.verificationButton(userId, email),
    }));
  }

  async passwordReset(userId: string): Promise<void> {
    const token = await this.tokens.issue('password_reset', { userId, data: {}, seconds: RESET_SECONDS });
    await this.send(userId, ({ name }, site) => ({
      subject: `A new password for ${site}`,
      heading: `Hello ${name}`,
      paragraphs: [
        `Somebody asked for a new password for your account at ${site}. If it was you, choose one within an hour. The link works once, and ends all your sessions.`,
        'If it was not you, ignore this mail; your password stays as it is.',
      ],
      button: { label: 'Choose a new password', url: `${this.config.frontendUrl}/reset-password#token=${token}` },
    }));
  }

  /** Tells of a new way into the account, so that its owner hears of one they did not make. @param what a sentence */
  async securityNotice(userId: string, what: string): Promise<void> {
    await this.send(userId, ({ name }, site) => ({
      subject: `Your account at ${site}`,
      heading: `Hello ${name}`,
      paragraphs: [what, 'If it was not you, choose a new password at once; that also ends all sessions.'],
      button: { label: 'Choose a new password', url: `${this.config.frontendUrl}/forgot-password` },
    }));
  }

  private async verificationButton(userId: string, email: string) {
    const token = await this.tokens.issue('email_verification', { userId, data: { email }, seconds: VERIFICATION_SECONDS });
    return { label: 'Confirm my email address', url: `${this.config.frontendUrl}/verify-email#token=${token}` };
  }

  private async send(userId: string, write: (person: { name: string; email: string; verified: boolean }, site: string) => Content | Promise<Content>): Promise<void> {
    const person = await this.database.one<{ name: string; email: string; verified: boolean }>(
      'select name, email, email_verified_at is not null as verified from users where id = $1 and deactivated_at is null and erased_at is null',
      [userId],
    );
    if (!person) return;
    const site = await this.settings.get(siteName);
    const { subject, ...content } = await write(person, site);
    await this.mailer.send({ to: person.email, subject, ...composeMail({ siteName: site, ...content }) });
  }
}
