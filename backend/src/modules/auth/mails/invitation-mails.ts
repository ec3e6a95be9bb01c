import { Injectable } from '@nestjs/common';
import { composeMail, type MailContent } from '../../../platform/mail/compose-mail.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Settings, siteName } from '../../../platform/settings/settings.js';

const IGNORE = 'If you didn’t expect this email, you can ignore it.';

/** Mails to addresses without an account, with the link by which their owners register. */
@Injectable()
export class InvitationMails {
  constructor(
    private readonly settings: Settings,
    private readonly mailer: Mailer,
  ) {}

  /** @param inviter may be named in a mail to any address, unlike other users: administrators are trusted */
  async sendInvitation(to: string, { url, inviter, role }: { url: string; inviter: string; role: string }) {
    await this.send(to, (site) => ({
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
    await this.send(to, (site) => ({
      subject: `Create your account at ${site}`,
      heading: 'Create your account',
      paragraphs: [
        `Someone entered this address to create an account at ${site}. The link is valid for seven days and works once.`,
        IGNORE,
      ],
      button: { label: 'Create your account', url },
    }));
  }

  private async send(
    to: string,
    compose: (site: string) => Omit<MailContent, 'siteName'> & { subject: string },
  ): Promise<void> {
    const site = await this.settings.get(siteName);
    const { subject, ...content } = compose(site);
    await this.mailer.send({ to, subject, ...composeMail({ siteName: site, ...content }) });
  }
}
