import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { composeMail } from '../../../platform/mail/compose-mail.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Settings, siteName } from '../../../platform/settings/settings.js';
import type { Recipient } from '../../auth/index.js';
import { UnsubscribeLinkSigner } from '../unsubscribe/unsubscribe-link-signer.js';
import type { NotificationRow } from './notification-store.js';
import type { Texts } from '../../../platform/language/texts.js';

/** Per user. */
const HOURLY_LIMIT = { limit: 30, windowSeconds: 3600 };

/** Sends notifications by mail. Joins the caller's transaction: mails are sent when it commits. */
@Injectable()
export class NotificationMailer {
  constructor(
    private readonly mailer: Mailer,
    private readonly settings: Settings,
    private readonly config: Config,
    private readonly rateLimiter: RateLimiter,
    private readonly links: UnsubscribeLinkSigner,
  ) {}

  async send(
    { actor, email }: Recipient,
    { title, message, url }: Pick<NotificationRow, 'title' | 'message' | 'url'>,
    { language, mails }: Texts,
  ): Promise<void> {
    if (!(await this.rateLimiter.tryConsume(`notification-mails:${actor.userId}`, HOURLY_LIMIT))) return;
    const site = await this.settings.get(siteName);
    const unsubscribeUrl = await this.links.createUrl(actor.userId, 'notifications');
    const content = composeMail({
      language,
      siteName: site,
      heading: title,
      paragraphs: [message],
      button: { label: mails.notification.button(site), url: this.config.frontendUrl + url },
      footer: {
        text: mails.notification.reason,
        label: mails.notification.turnOff,
        url: unsubscribeUrl,
      },
    });
    await this.mailer.send({ to: email, subject: title, unsubscribeUrl, ...content });
  }
}
