import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  subject: string;
  /** the top-level headers, names in lower case, folded lines joined */
  headers: Map<string, string>;
  text: string;
  html: string;
  /** as performance.now() */
  receivedAt: number;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** how many deliveries were refused so far */
  refused: number;
  /** refuses the next message with this code */
  refuseNext(code: number, message: string): void;
  stop(): Promise<void>;
}

/** A real SMTP server on loopback that stores received mails. */
export async function startMailServer(): Promise<MailServer> {
  let refusal: Error | undefined;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) =>
      void readText(stream).then((raw) => {
        const error = refusal;
        refusal = undefined;
        if (error) mails.refused++;
        else mails.received.push(parse(raw, session.envelope.rcptTo[0]?.address ?? ''));
        done(error);
      }),
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const mails: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: [],
    refused: 0,
    refuseNext: (code, message) => {
      refusal = Object.assign(new Error(message), { responseCode: code });
    },
    stop: () => new Promise((done) => void server.close(done)),
  };
  return mails;
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  return {
    headers: new Map(
      lines.map((line): [string, string] => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    ),
    body: raw.slice(end + 4),
  };
}

function parse(raw: string, to: string): ReceivedMail {
  const { headers, body } = split(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = (
    boundary
      ? body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => split(part.replace(/^\r\n/, '')))
      : [{ headers, body }]
  ).map((part) => ({
    type: part.headers.get('content-type') ?? '',
    text: decoded(part.body, part.headers.get('content-transfer-encoding')),
  }));
  const partOf = (type: string) => parts.find((part) => part.type.startsWith(type))?.text ?? '';
  return {
    to,
    subject: decodedWords(headers.get('subject') ?? ''),
    headers,
    text: partOf('text/plain'),
    html: partOf('text/html'),
    receivedAt: performance.now(),
  };
}

function decoded(body: string, encoding = '7bit'): string {
  const lines = body.replaceAll('\r\n', '\n');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding === 'quoted-printable') return bytes(lines.replace(/=\n/g, ''));
  return lines;
}

const bytes = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

const decodedWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_all, how: string, word: string) =>
      how.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : bytes(word.replaceAll('_', ' ')),
    );
