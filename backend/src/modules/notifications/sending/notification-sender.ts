import { languages } from '@hub/shared/languages';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';
import { UsersFacade, type Recipient } from '../../auth/index.js';
import { notificationsCreated } from '../inbox/inbox.service.js';
import { truncate } from '../../../platform/language/truncate.js';
import { PushSender } from '../push/push-sender.js';
import { Settings, siteLanguage } from '../../../platform/settings/settings.js';
import { NotificationMailer } from './notification-mailer.js';
import { isolated, type NotificationInput, type NotificationRow, NotificationStore } from './notification-store.js';
import { RecipientFinder } from './recipient-finder.js';
import { getTexts, type Localized, type Texts } from '../../../platform/language/texts.js';

const ITEMS_PER_MESSAGE = 80;
const MAX_TITLE = 200;
const MAX_MESSAGE = 1000;

/** Stores notifications, and sends them to open streams, by mail and to browsers, within the caller's transaction. */
@Injectable()
export class NotificationSender {
  constructor(
    private readonly database: Database,
    private readonly users: UsersFacade,
    private readonly recipients: RecipientFinder,
    private readonly pubsub: PubSub,
    private readonly mails: NotificationMailer,
    private readonly push: PushSender,
    private readonly store: NotificationStore,
    private readonly siteSettings: Settings,
  ) {}

  async notify(input: NotificationInput): Promise<void> {
    if (!/^\/(?!\/)/.test(input.url))
      throw new Error(`A notification leads to a page of the hub, not to ${input.url}.`);
    await this.database.transaction(async () => {
      const recipients = await this.recipients.find(input);
      if (!recipients.length) return;
      const hubLanguage = await this.siteSettings.get(siteLanguage);
      const byLanguage = Map.groupBy(recipients, ({ language }) => language ?? hubLanguage);
      // In one order, so that two notifications of the same readers do not wait for each other.
      for (const language of languages) {
        const readers = byLanguage.get(language);
        if (readers) await this.notifyInLanguage(input, getTexts(language), readers);
      }
    });
  }

  private async notifyInLanguage(input: NotificationInput, texts: Texts, recipients: Recipient[]): Promise<void> {
    const notification = translate(input, texts);
    const ids = await this.store.add(notification, recipients);
    const notified = recipients.filter(({ actor }) => ids.has(actor.userId));
    const inApp = notified
      .filter(({ preferences }) => preferences.in_app)
      .map(({ actor }): [string, string] => [actor.userId, ids.get(actor.userId) ?? '']);
    await this.publish(inApp);
    await this.push.queue(new Map(inApp));
    for (const recipient of notified)
      if (recipient.preferences.email) await this.mails.send(recipient, notification, texts);
  }

  /** The name of a user, for use in a sentence. */
  async findName(id: string): Promise<Localized> {
    const name = (await this.users.getNames([id])).get(id);
    return ({ notifications }) => isolated(name ?? notifications.deletedUser);
  }

  private async publish(items: [string, string][]): Promise<void> {
    for (let i = 0; i < items.length; i += ITEMS_PER_MESSAGE)
      await this.pubsub.publish(notificationsCreated, { items: items.slice(i, i + ITEMS_PER_MESSAGE) });
  }
}

function translate({ title, message, bundle, ...rest }: NotificationInput, texts: Texts): NotificationRow {
  return {
    ...rest,
    title: truncate(title(texts), MAX_TITLE),
    message: truncate(message(texts), MAX_MESSAGE),
    ...(bundle && { bundle: { ...bundle, title: bundle.title(texts), messageEnd: bundle.messageEnd(texts) } }),
  };
}
