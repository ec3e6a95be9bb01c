import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { loadConfig } from '../config/config.js';
import type { Jobs } from '../jobs/jobs.js';
import type { MailHealth } from './mail-health.js';
import { Mailer, SEND_MAIL } from './mailer.js';

interface Received {
  from: string;
  to: string[];
  headers: string;
  body: string;
}

/** The outermost headers, folded lines joined. */
const headerLines = (mail: Received) => mail.headers.replace(/\r\n[ \t]+/g, ' ').split('\r\n');

const refusal = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code });
const mail = { to: 'ann@example.org', subject: 'Hello', text: 'First line\n\nSecond' };

describe('Mailer, against an SMTP server on loopback', () => {
  let server: SMTPServer;
  let received: Received[];
  let refuse: { recipient?: Error; message?: Error };
  let log: Record<string, unknown>[];
  let queued: [name: string, data: object][];
  /** of deliveries, as the health check stores them */
  let outcomes: string[];
  let smtpUrl: string;

  beforeEach(async () => {
    [received, refuse, log, queued, outcomes] = [[], {}, [], [], []];
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: (_address, _session, done) => done(refuse.recipient),
      onData: (stream, session, done) =>
        void text(stream).then((source) => {
          const split = source.indexOf('\r\n\r\n');
          const from = session.envelope.mailFrom;
          if (!refuse.message)
            received.push({
              from: from ? from.address : '',
              to: session.envelope.rcptTo.map((to) => to.address),
              headers: source.slice(0, split),
              body: source.slice(split + 4),
            });
          done(refuse.message);
        }),
    });
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterEach(() => new Promise<void>((done) => void server.close(done)));

  function mailer(
    environment: Record<string, string> = { SMTP_URL: smtpUrl, MAIL_FROM: 'Knowledge Hub <hub@example.org>' },
  ): Mailer {
    const config = loadConfig({
      DATABASE_URL: 'postgresql://localhost/none',
      PUBLIC_URL: 'https://hub.example.org',
      ...environment,
    });
    const logger = pino(
      { level: 'info' },
      { write: (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>) },
    );
    // The queue itself has its own tests; here only what is handed to it counts.
    const jobs: Pick<Jobs, 'define' | 'send'> = {
      define: () => undefined,
      send: (name, data) => Promise.resolve(void queued.push([name, data])),
    };
    const health: Pick<MailHealth, 'recordDelivery' | 'recordFailure'> = {
      recordDelivery: () => Promise.resolve(void outcomes.push('delivered')),
      recordFailure: (error) => Promise.resolve(void outcomes.push((error as { code?: string }).code ?? 'unknown')),
    };
    return new Mailer(config, jobs as Jobs, health as MailHealth, logger);
  }

  it('queues', async () => {
    await mailer().send(mail);
    expect(queued).toEqual([[SEND_MAIL, { ...mail, id: expect.any(String) }]]);
    expect(received).toEqual([]);
  });

  it('delivers text and HTML from the configured sender', async () => {
    await mailer().deliverQueued({ ...mail, html: '<p>First line</p>', id: '0198c2f0' });
    expect(received).toHaveLength(1);
    expect(outcomes).toEqual(['delivered']);
    expect(received[0]).toMatchObject({ from: 'hub@example.org', to: ['ann@example.org'] });
    const headers = headerLines(received[0]!);
    expect(headers).toEqual(
      expect.arrayContaining([
        'From: Knowledge Hub <hub@example.org>',
        'To: ann@example.org',
        'Subject: Hello',
        'Message-ID: <0198c2f0@hub.example.org>',
        'Auto-Submitted: auto-generated',
      ]),
    );
    expect(headers.join()).toContain('multipart/alternative');
    expect(received[0]!.body).toContain('<p>First line</p>');
  });

  it('writes subjects in any language', async () => {
    await mailer().deliver({ ...mail, subject: 'Grüße 🎉' });
    expect(headerLines(received[0]!).find((line) => line.startsWith('Subject:'))).toMatch(/^Subject: =\?UTF-8\?/);
  });

  it.each(['\r\n', '\n', '\r'])(
    'a line break in the subject cannot add a header or a recipient (%j)',
    async (lineBreak) => {
      await mailer().deliver({
        ...mail,
        subject: `Hi${lineBreak}Bcc: eve@example.org${lineBreak}${lineBreak}<b>body</b>`,
      });
      expect(received[0]!.to).toEqual(['ann@example.org']);
      expect(headerLines(received[0]!).filter((line) => /^(bcc|<b>)/i.test(line))).toEqual([]);
      expect(received[0]!.body.trim()).toBe('First line\r\n\r\nSecond');
    },
  );

  it.each([
    'ann@example.org\r\nBcc: eve@example.org',
    'ann@example.org\r\nRCPT TO:<eve@example.org>',
    'ann@example.org, eve@example.org',
    'ann@example.org> <eve@example.org',
    'Eve <eve@example.org>, ann@example.org',
  ])('the address %j cannot add a header or a recipient', async (to) => {
    await mailer().deliverQueued({ ...mail, to, id: 'x' });
    for (const { to: recipients, headers } of received) {
      expect(recipients).toHaveLength(1);
      expect(recipients).not.toContain('eve@example.org');
      expect(headers).not.toMatch(/^bcc:/im);
    }
  });

  it.each([
    ['recipient', 550],
    ['recipient', 553],
    ['message', 554],
  ] as const)('gives up when the %s is refused for good (%d), with a line in the log', async (what, code) => {
    refuse = { [what]: refusal(code, 'no') };
    await mailer().deliverQueued({ ...mail, id: 'x' });
    expect(log).toEqual([
      expect.objectContaining({ level: 50, msg: 'mail failed for good', to: mail.to, subject: mail.subject }),
    ]);
  });

  it.each([
    ['recipient', 450],
    ['recipient', 451],
    ['message', 452],
  ] as const)('leaves it to the queue to try again when the %s is refused for now (%d)', async (what, code) => {
    refuse = { [what]: refusal(code, 'later') };
    await expect(mailer().deliverQueued({ ...mail, id: 'x' })).rejects.toMatchObject({ responseCode: code });
    expect(log).toEqual([]);
  });

  it('lets the queue retry when the server is unavailable', async () => {
    const away = mailer({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hub@example.org' });
    await expect(away.deliverQueued({ ...mail, id: 'x' })).rejects.toThrow('ECONNREFUSED');
  });

  it('returns the response of the server for the mail test', async () => {
    refuse = { recipient: refusal(550, 'no such mailbox') };
    await expect(mailer().deliver(mail)).rejects.toThrow('no such mailbox');
  });

  it('logs mail instead of sending it when no server is configured', async () => {
    const silent = mailer({});
    expect(silent.isConfigured).toBe(false);
    expect(mailer().isConfigured).toBe(true);
    await silent.deliverQueued({ ...mail, id: 'x' });
    expect(log).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'mail not sent: SMTP_URL is not set',
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
      }),
    ]);
  });
});
