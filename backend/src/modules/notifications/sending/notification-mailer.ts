import { Injectable, type OnModuleInit } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Config } from '../../../platform/config/config.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { composeMail } from '../../../platform/mail/compose-mail.js';
import { type Mail, Mailer } from '../../../platform/mail/mailer.js';
import { Settings, siteName } from '../../../platform/settings/settings.js';
import { type Subject, VisibilityRegistry } from '../../../platform/visibility/visibility-registry.js';
import { type Recipient, UsersFacade } from '../../auth/index.js';
import { UnsubscribeLinkSigner } from '../unsubscribe/unsubscribe-link-signer.js';
import type { NotificationRow } from './notification-store.js';
import type { Texts } from '../../../platform/language/texts.js';

/** Per user. */
const HOURLY_LIMIT = { limit: 30, windowSeconds: 3600 };

interface NotificationMailJob extends Omit<Mail, 'to'> {
  /** the same for all attempts, so that mail servers detect duplicates */
  id: string;
  userId: string;
  /** what the mail is about */
  about: Subject | null;
}

export const SEND_NOTIFICATION_MAIL = 'notifications.mail';

/** Sends notifications by mail, to those who may still see what they are about when the mail server takes them. */
@Injectable()
export class NotificationMailer implements OnModuleInit {
  constructor(
    private readonly mailer: Mailer,
    private readonly settings: Settings,
    private readonly config: Config,
    private readonly rateLimiter: RateLimiter,
    private readonly links: UnsubscribeLinkSigner,
    private readonly jobs: Jobs,
    private readonly users: UsersFacade,
    private readonly visibility: VisibilityRegistry,
  ) {}

  onModuleInit(): void {
    this.jobs.define<NotificationMailJob>(SEND_NOTIFICATION_MAIL, (mail) => this.deliver(mail), {
      transactional: false,
      // A delivery may wait a minute for a silent mail server.
      concurrency: 2,
      deleteAfterSeconds: 60,
    });
  }

  /** Joins the caller's transaction: the mail is sent after its commit. */
  async send(
    { actor }: Recipient,
    { title, message, url, subject }: Pick<NotificationRow, 'title' | 'message' | 'url' | 'subject'>,
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
    await this.jobs.send(SEND_NOTIFICATION_MAIL, {
      id: uuidv7(),
      userId: actor.userId,
      about: subject,
      subject: title,
      unsubscribeUrl,
      ...content,
    } satisfies NotificationMailJob);
  }

  /** The job, which may have waited for the mail server while rights, or the wish for mails, changed. */
  private async deliver({ userId, about, ...mail }: NotificationMailJob): Promise<void> {
    const [recipient] = await this.users.findRecipients([userId]);
    if (!recipient?.preferences.email) return;
    const viewers = await this.visibility.filterViewers(about, [recipient.actor]);
    if (viewers.length) await this.mailer.deliverQueued({ to: recipient.email, ...mail });
  }
}
