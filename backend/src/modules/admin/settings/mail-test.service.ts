import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { composeMail } from '../../../platform/mail/compose-mail.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { Settings, siteName } from '../../../platform/settings/settings.js';
import { UsersFacade } from '../../auth/index.js';
import type { MailTestResponse, MailTestResult } from './settings.dto.js';

const LIMIT = { limit: 10, windowSeconds: 3600 };
const MAX_RESPONSE_LENGTH = 500;

const sentences: Record<MailTestResult, string> = {
  sent: 'The mail server accepted the email.',
  failed: 'The email could not be sent.',
  logged: 'No mail server is set up (SMTP_URL), so the email was only written to the log.',
};

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
  async run(actor: Actor): Promise<MailTestResponse> {
    await this.rateLimiter.consume(`mail-test:${actor.userId}`, LIMIT);
    const [recipient] = await this.users.findRecipients([actor.userId]);
    if (!recipient) throw notFound('Your account');
    const { result, response } = await this.deliver(recipient.email);
    await this.audit.record({
      actor,
      action: 'mail.tested',
      subject: { type: 'mail', id: 'test' },
      after: { result, server_response: response },
    });
    return { result, recipient: recipient.email, server_response: response, message: sentences[result] };
  }

  private async deliver(to: string): Promise<{ result: MailTestResult; response: string | null }> {
    const name = await this.settings.get(siteName);
    const subject = `Test email from ${name}`;
    const text = `This email shows that ${name} can send email. You requested it in the settings of the hub.`;
    try {
      const response = await this.mailer.deliver({
        to,
        subject,
        ...composeMail({ siteName: name, heading: subject, paragraphs: [text] }),
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
