import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { Limits } from '../../../platform/limits/limits.js';
import { composeMail } from '../../../platform/mail/compose-mail.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Settings } from '../../../platform/settings/settings.js';
import { siteName } from '../../../platform/settings/site.js';
import type { Recipient } from '../../auth/index.js';
import { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.js';
import type { News } from './notifier.js';

/** A person that many talk to shall not drown in mail. */
const PER_HOUR = { limit: 30, windowSeconds: 3600 };

/** Notifications by mail. Joins the caller's transaction: the mail goes out if that commits. */
@Injectable()
export class NotificationMails {
  constructor(
    private readonly mailer: Mailer,
    private readonly settings: Settings,
    private readonly config: Config,
    private readonly limits: Limits,
    private readonly links: UnsubscribeLinks,
  ) {}

  async send({ actor, email }: Recipient, { title, message, url }: News): Promise<void> {
    if (!(await this.limits.takeIfLeft(`notification-mails:${actor.userId}`, PER_HOUR))) return;
    const site = await this.settings.get(siteName);
    const unsubscribeUrl = await this.links.urlFor(actor.userId);
    const content = composeMail({
      siteName: site,
      heading: title,
      paragraphs: [message],
      button: { label: `Open in ${site}`, url: this.config.frontendUrl + url },
      footer: {
        text: 'You get these mails because notifications by email are on in your settings.',
        label: 'Turn them off',
        url: unsubscribeUrl,
      },
    });
    await this.mailer.send({ to: email, subject: title, unsubscribeUrl, ...content });
  }
}
