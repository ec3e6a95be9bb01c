import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { Limits } from '../../../platform/limits/limits.js';
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

/** Notices to an address that nobody has confirmed: it may be that of somebody who has nothing to do with us. */
const UNPROVED_NOTICES = { limit: 5, windowSeconds: 3600 };

type Content = Omit<MailContent, 'siteName'> & { subject: string };

interface Account {
  name: string;
  email: string;
  /** the address is known to be its person's own */
  verified: boolean;
}

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
    private readonly limits: Limits,
  ) {}

  /** Greets whoever has registered; with the question whether the address is theirs, unless that is known. */
  async welcome(userId: string): Promise<void> {
    await this.send(userId, async ({ name, email, verified }, site) => ({
      subject: `Welcome to ${site}`,
      heading: verified ? `Welcome, ${name}` : `Welcome to ${site}`,
      paragraphs: [
        `Your account at ${site} is ready. You sign in with this email address.`,
        ...(verified
          ? []
          : [
              'Please confirm that the address is yours, so that notifications reach you, and you can get back in if you ever forget how. The link works for three days.',
            ]),
        'If you did not register there, somebody used your address; you may ignore this mail.',
      ],
      button: verified
        ? { label: `Open ${site}`, url: this.config.frontendUrl }
        : await this.verificationButton(userId, email),
    }));
  }

  async verification(userId: string): Promise<void> {
    await this.send(userId, async ({ email }, site) => ({
      subject: `Confirm your email address at ${site}`,
      heading: 'Is this your email address?',
      paragraphs: [
        `Somebody with an account at ${site} says so. If it was you, please confirm it within three days.`,
        'If it was not you, ignore this mail.',
      ],
      button: await this.verificationButton(userId, email),
    }));
  }

  async passwordReset(userId: string): Promise<void> {
    const token = await this.tokens.issue('password_reset', { userId, data: {}, seconds: RESET_SECONDS });
    await this.send(userId, (account, site) => ({
      subject: `A new password for ${site}`,
      heading: greeting(account),
      paragraphs: [
        `Somebody asked for a new password for your account at ${site}. If it was you, choose one within an hour. The link works once, and ends all your sessions.`,
        'If it was not you, ignore this mail; your password stays as it is.',
      ],
      button: { label: 'Choose a new password', url: `${this.config.frontendUrl}/reset-password#token=${token}` },
    }));
  }

  /** Tells of a new way into the account, so that its owner hears of one they did not make. @param what a sentence of ours */
  async securityNotice(userId: string, what: string): Promise<void> {
    await this.send(userId, async (account, site) => {
      // Whoever holds an account with somebody else's address could otherwise have us write to them without end.
      if (!account.verified && !(await this.limits.takeIfLeft(`unproved-notices:${userId}`, UNPROVED_NOTICES)))
        return undefined;
      return {
        subject: `Your account at ${site}`,
        heading: greeting(account),
        paragraphs: [what, 'If it was not you, choose a new password at once; that also ends all sessions.'],
        button: { label: 'Choose a new password', url: `${this.config.frontendUrl}/forgot-password` },
      };
    });
  }

  private async verificationButton(userId: string, email: string) {
    const token = await this.tokens.issue('email_verification', {
      userId,
      data: { email },
      seconds: VERIFICATION_SECONDS,
    });
    return { label: 'Confirm my email address', url: `${this.config.frontendUrl}/verify-email#token=${token}` };
  }

  /** @param write gives nothing when there is to be no mail */
  private async send(
    userId: string,
    write: (account: Account, site: string) => Content | Promise<Content | undefined>,
  ): Promise<void> {
    const account = await this.database.one<Account>(
      'select name, email, email_verified_at is not null as verified from users where id = $1 and deactivated_at is null and erased_at is null',
      [userId],
    );
    if (!account) return;
    const site = await this.settings.get(siteName);
    const written = await write(account, site);
    if (!written) return;
    const { subject, ...content } = written;
    await this.mailer.send({ to: account.email, subject, ...composeMail({ siteName: site, ...content }) });
  }
}

/** Without the name as long as the address is not proved: whoever made the account wrote it, and must not write to others through us. */
const greeting = ({ name, verified }: Account): string => (verified ? `Hello ${name}` : 'Hello');
