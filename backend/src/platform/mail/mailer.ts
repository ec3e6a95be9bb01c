import { Inject, Injectable } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { Config } from '../config/config.js';
import { Jobs } from '../jobs/jobs.js';
import { LOGGER } from '../logging/logging.module.js';

export interface Mail {
  /** one plain address */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** the address that stops mails of this kind, which mail programs show as a button (RFC 8058) */
  unsubscribeUrl?: string;
}

interface QueuedMail extends Mail {
  /** the same at every attempt, so that a mail delivered twice is recognised as one */
  id: string;
}

export const SEND_MAIL = 'mail.send';

/** The longest a delivery waits for a silent server, in milliseconds; the queue tries again. */
const PATIENCE_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** Sends mail through the job queue, from MAIL_FROM over SMTP_URL. */
@Injectable()
export class Mailer {
  private readonly transport: ReturnType<typeof createTransport> | undefined;

  constructor(
    private readonly config: Config,
    private readonly jobs: Jobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { SMTP_URL } = config.env;
    // A mail is made of the texts given here; it never fetches a file or an address.
    this.transport = SMTP_URL
      ? createTransport({ url: SMTP_URL, ...PATIENCE_MS, disableFileAccess: true, disableUrlAccess: true })
      : undefined;
  }

  /** false: mail is only logged, and the screens say so. */
  get isConfigured(): boolean {
    return this.transport !== undefined;
  }

  /** Queues a mail; inside a transaction it goes out exactly if that commits. */
  async send({ to, subject, text, html, unsubscribeUrl }: Mail): Promise<void> {
    await this.jobs.send(SEND_MAIL, {
      id: uuidv7(),
      to,
      subject,
      text,
      ...(html !== undefined && { html }),
      ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
    } satisfies QueuedMail);
  }

  /**
   * The job. A refusal for good (no such mailbox, message rejected) ends it with a line in the log; anything else is thrown,
   * and the queue tries again: the server is away, busy or does not take our password, which somebody may put right.
   */
  async deliverQueued(mail: QueuedMail): Promise<void> {
    try {
      await this.deliver(mail, mail.id);
    } catch (error) {
      if (!isPermanent(error)) throw error;
      this.logger.error({ err: error, mail: mail.id, to: mail.to, subject: mail.subject }, 'mail failed for good');
    }
  }

  /** Sends at once, for the mail test, which shows what the server says. @throws what went wrong */
  async deliver({ to, subject, text, html, unsubscribeUrl }: Mail, id = uuidv7()): Promise<void> {
    if (!this.transport) {
      this.logger.info({ to, subject, text }, 'mail not sent: SMTP_URL is not set');
      return;
    }
    await this.transport.sendMail({
      from: this.config.env.MAIL_FROM,
      // As an object it is one address and cannot be read as a list of several.
      to: { name: '', address: to },
      subject,
      text,
      ...(html !== undefined && { html }),
      messageId: `<${id}@${new URL(this.config.publicUrl).hostname}>`,
      headers: {
        // Asks out-of-office answers to stay silent (RFC 3834).
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl !== undefined && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    });
  }
}

/** 5xx to the envelope or the message, or an address no server would be asked about; 4xx and broken connections pass. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return typeof responseCode !== 'number' || responseCode >= 500;
}
