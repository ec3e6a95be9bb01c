import { randomUUID } from 'node:crypto';
import { expect, jest } from '@jest/globals';
import type { SessionOpenedResponse } from '../../src/modules/auth/sessions/sessions.dto.js';
import { type IssuerAccount, signInAtIssuer, startIssuer, type TestIssuer } from './issuer.js';
import { createTestApp, type TestApp } from './test-app.js';

export const RETURN_URL = 'http://localhost:3000/api/auth/external/google/callback';

/** The environment of a hub that trusts this issuer. */
export const createIssuerEnvironment = (issuer: TestIssuer) => ({
  OIDC_ISSUER: issuer.url,
  GOOGLE_CLIENT_ID: issuer.clientId,
  GOOGLE_CLIENT_SECRET: issuer.clientSecret,
});

export const findExternalCookie = ({ headers }: { headers: { 'set-cookie'?: string | string[] } }) =>
  [headers['set-cookie']]
    .flat()
    .find((cookie) => cookie?.startsWith('external_sign_in='))
    ?.split(';')[0] ?? '';

/** The steps of signing in at an issuer, as a browser takes them. */
export class ExternalSignIn {
  constructor(
    readonly hub: TestApp,
    readonly issuer: TestIssuer,
  ) {}

  /** Starts an issuer, and a hub that trusts it. */
  static async create(): Promise<ExternalSignIn> {
    // oidc-provider logs that its pages, keys and memory store are for development only.
    for (const level of ['info', 'warn'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);
    const issuer = await startIssuer({ returnTo: RETURN_URL });
    return new ExternalSignIn(await createTestApp(createIssuerEnvironment(issuer)), issuer);
  }

  async close(): Promise<void> {
    await this.hub.close();
    await this.issuer.stop();
  }

  /** Makes an account at the issuer. */
  createAccount(fields: IssuerAccount = {}): { subject: string; email: string } {
    const subject = randomUUID();
    const email = `${subject}@example.org`;
    this.issuer.accounts.set(subject, { email, email_verified: true, name: 'Grace Hopper', ...fields });
    return { subject, email };
  }

  /** @returns the issuer's address that the hub redirects to, and the cookie that marks the browser */
  async start(query = ''): Promise<{ address: string; cookie: string }> {
    const response = await this.hub.request('GET', `/auth/external/google${query}`);
    expect(response.status).toBe(302);
    return { address: String(response.headers.location), cookie: findExternalCookie(response) };
  }

  /** Requests the callback. @returns the fields in the fragment of the page it redirects to */
  async finish(search: string, cookie: string): Promise<Record<string, string>> {
    const response = await this.hub.request('GET', `/auth/external/google/callback${search}`, { headers: { cookie } });
    expect(response.status).toBe(302);
    const location = new URL(String(response.headers.location));
    expect(location.origin + location.pathname + location.search).toBe('http://localhost:3000/profile');
    return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  }

  /** Exchanges a session_id for a session. */
  exchange(sessionId: string, cookie: string) {
    return this.hub.request<SessionOpenedResponse & { code?: string }>('POST', '/auth/profile', {
      body: { session_id: sessionId },
      headers: { cookie },
    });
  }

  /** From the hub through the issuer's pages to the callback. */
  async signInAs(subject: string, query = '') {
    const { address, cookie } = await this.start(query);
    const back = await signInAtIssuer(this.issuer, address, subject);
    return { outcome: await this.finish(back.search, cookie), cookie, back };
  }

  /** Signs in up to the session. */
  async openSession(subject: string, query = '') {
    const { outcome, cookie } = await this.signInAs(subject, query);
    expect(outcome).toEqual({ session_id: expect.stringMatching(/^[\w-]{43}$/) });
    const response = await this.exchange(outcome['session_id']!, cookie);
    expect(response.status).toBe(200);
    return response;
  }

  linkedIdentities(userId: string) {
    return this.hub.database.query('select issuer, subject from external_identities where user_id = $1', [userId]);
  }
}
