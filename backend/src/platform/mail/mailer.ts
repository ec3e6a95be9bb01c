import { Inject, Injectable } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { Config } from '../config/config.js';
import { Jobs } from '../jobs/jobs.js';
import { LOGGER } from '../logging/logger.js';
import { MailHealth } from './mail-health.js';

export interface Mail {
  /** one plain address */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** the one-click unsubscribe URL (RFC 8058) */
  unsubscribeUrl?: string;
}

interface QueuedMail extends Mail {
  /** the same for all attempts, so that mail servers detect duplicates */
  id: string;
}

type Transport = ReturnType<typeof createTransport>;

export const SEND_MAIL = 'mail.send';

/** Timeouts of a delivery in milliseconds; the queue retries. */
const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** Sends mail through the job queue, from MAIL_FROM over SMTP_URL. */
@Injectable()
export class Mailer {
  private readonly transport: Transport | undefined;

  constructor(
    private readonly config: Config,
    private readonly jobs: Jobs,
    private readonly health: MailHealth,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { SMTP_URL } = config.env;
    // Mails consist of the given text only; files and URLs are never fetched.
    this.transport = SMTP_URL
      ? createTransport({ url: SMTP_URL, ...TIMEOUTS_MS, disableFileAccess: true, disableUrlAccess: true })
      : undefined;
    jobs.define<QueuedMail>(SEND_MAIL, (mail) => this.deliverQueued(mail), {
      transactional: false,
      // A delivery may wait a minute for a silent mail server.
      concurrency: 2,
      // Users wait for links that sign them in.
      pollingSeconds: 1,
      // Mails may contain links that sign a user in.
      deleteAfterSeconds: 60,
    });
  }

  /** When false, mails are only logged, and the screens say so. */
  get isConfigured(): boolean {
    return this.transport !== undefined;
  }

  /** Queues a mail; inside a transaction it is sent only after the commit. */
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
   * The job. A permanent refusal (no such mailbox, message rejected) is logged and ends it. Other errors are thrown, so
   * that the queue retries: the server is unavailable, busy or refuses the password.
   */
  async deliverQueued(mail: QueuedMail): Promise<void> {
    try {
      await this.deliver(mail, mail.id);
    } catch (error) {
      if (!isPermanent(error)) throw error;
      this.logger.error({ err: error, mail: mail.id, to: mail.to, subject: mail.subject }, 'mail failed for good');
    }
  }

  /**
   * Sends at once, for the mail test, which shows the response of the server.
   * @returns the response of the server; undefined when none is configured
   * @throws errors of the server and the connection
   */
  async deliver(mail: Mail, id = uuidv7()): Promise<string | undefined> {
    if (!this.transport) {
      const { to, subject, text } = mail;
      this.logger.info({ to, subject, text }, 'mail not sent: SMTP_URL is not set');
      return undefined;
    }
    try {
      const response = await this.transmit(this.transport, mail, id);
      await this.health.recordDelivery();
      return response;
    } catch (error) {
      await this.health.recordFailure(error);
      throw error;
    }
  }

  private async transmit(transport: Transport, mail: Mail, id: string): Promise<string> {
    const { to, subject, text, html, unsubscribeUrl } = mail;
    const sent = (await transport.sendMail({
      from: this.config.env.MAIL_FROM,
      // As an object it cannot be parsed as a list of addresses.
      to: { name: '', address: to },
      subject,
      text,
      ...(html !== undefined && { html }),
      messageId: `<${id}@${new URL(this.config.publicUrl).hostname}>`,
      headers: {
        // Suppresses automatic replies (RFC 3834).
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl !== undefined && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      },
    })) as { response: string };
    return sent.response;
  }
}

/** 5xx for the envelope or message, or an invalid address. 4xx and connection errors are temporary. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return typeof responseCode !== 'number' || responseCode >= 500;
}
