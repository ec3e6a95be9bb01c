import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startIssuer, type IssuerAccount } from '../../../backend/test/support/issuer.js';
import { startMailServer, type ReceivedMail } from '../../../backend/test/support/mail-server.js';

/** The mails are files, because the tests run in separate processes. */
const folder = path.resolve(import.meta.dirname, '../../test-results/mails');

/** Creates an account with a verified address for every subject that signs in. */
class SharedAccountProvider extends Map<string, IssuerAccount> {
  override get(subject: string): IssuerAccount {
    return { email: addressAtIssuer(subject), email_verified: true, name: `${subject} of the issuer` };
  }
}

export const addressAtIssuer = (subject: string): string => `${subject}@issuer.example`;

/** Starts a mail server and an OpenID Connect issuer on loopback. */
export async function startExternalServices(productUrl: string) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const mails = await startMailServer();
  let number = 0;
  mails.received.push = (...received) => {
    for (const mail of received) writeFileSync(path.join(folder, `${++number}.json`), JSON.stringify(mail));
    return number;
  };
  const issuer = await startIssuer({ returnTo: `${productUrl}/api/auth/external/google/callback` });
  issuer.accounts = new SharedAccountProvider();
  return {
    env: {
      SMTP_URL: mails.url,
      MAIL_FROM: 'Hub under test <hub@example.org>',
      OIDC_ISSUER: issuer.url,
      OIDC_NAME: 'Test Issuer',
      GOOGLE_CLIENT_ID: issuer.clientId,
      GOOGLE_CLIENT_SECRET: issuer.clientSecret,
    },
    stop: async () => {
      await Promise.all([mails.stop(), issuer.stop()]);
    },
  };
}

/** Returns the latest mail to an address whose subject contains the given text. */
export function findMail(to: string, subject: string): ReceivedMail | undefined {
  return readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as ReceivedMail)
    .findLast((mail) => mail.to === to && mail.subject.includes(subject));
}

/** Returns the link of a mail. */
export function linkIn(mail: ReceivedMail | undefined, pathname: string): string | undefined {
  return mail && new RegExp(`https?://\\S+${pathname}\\S*`).exec(mail.text)?.[0];
}
