import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { composeMail } from '../../../platform/mail/compose-mail.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Settings, siteLanguage, siteName } from '../../../platform/settings/settings.js';
import { type Recipient, UsersFacade } from '../../auth/index.js';
import type { MailTestResponse, MailTestResult } from './settings.dto.js';
import { getTexts, type Texts } from '../../../platform/language/texts.js';

const LIMIT = { limit: 10, windowSeconds: 3600 };
const MAX_RESPONSE_LENGTH = 500;

/** Sends a mail to the administrator who asks, and reports what the mail server responds. */
@Injectable()
export class MailTestService {
  constructor(
    private readonly mailer: Mailer,
    private readonly users: UsersFacade,
    private readonly settings: Settings,
    private readonly rateLimiter: RateLimiter,
    private readonly audit: Audit,
  ) {}

  /** Outside a transaction, because a mail server may take a minute. @throws 429 */
  async run(actor: Actor, texts: Texts): Promise<MailTestResponse> {
    await this.rateLimiter.consume(`mail-test:${actor.userId}`, LIMIT);
    const [recipient] = await this.users.findRecipients([actor.userId]);
    if (!recipient) throw notFound('account');
    const { result, response } = await this.deliver(recipient);
    await this.audit.record({
      actor,
      action: 'mail.tested',
      subject: { type: 'mail', id: 'test' },
      after: { result, server_response: response },
    });
    return { result, recipient: recipient.email, server_response: response, message: texts.admin.mailTest[result] };
  }

  private async deliver({
    email: to,
    language: chosen,
  }: Recipient): Promise<{ result: MailTestResult; response: string | null }> {
    const name = await this.settings.get(siteName);
    const language = chosen ?? (await this.settings.get(siteLanguage));
    const { mails } = getTexts(language);
    const subject = mails.test.subject(name);
    try {
      const response = await this.mailer.deliver({
        to,
        subject,
        ...composeMail({ language, siteName: name, heading: subject, paragraphs: [mails.test.text(name)] }),
      });
      return { result: this.mailer.isConfigured ? 'sent' : 'logged', response: shorten(response) };
    } catch (error) {
      return { result: 'failed', response: shorten(describe(error)) };
    }
  }
}

/** The server's own words, or those of the connection. */
function describe(error: unknown): string {
  const { response, message } = error as { response?: unknown; message?: unknown };
  return typeof response === 'string' && response !== '' ? response : String(message);
}

const shorten = (text: string | undefined): string | null => text?.slice(0, MAX_RESPONSE_LENGTH) ?? null;
