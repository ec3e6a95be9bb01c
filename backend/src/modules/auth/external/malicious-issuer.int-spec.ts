import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Forgery, type MaliciousIssuer, startMaliciousIssuer } from '../../../../test/support/malicious-issuer.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';

let issuer: MaliciousIssuer;
let hub: TestApp;
beforeAll(async () => {
  issuer = await startMaliciousIssuer();
  hub = await createTestApp({ OIDC_ISSUER: issuer.url, GOOGLE_CLIENT_ID: 'hub', GOOGLE_CLIENT_SECRET: 'secret' });
});
beforeEach(() => {
  issuer.forgery = {};
});
afterAll(async () => {
  await hub.close();
  await issuer.stop();
});

async function signIn(extra: Record<string, string> = {}): Promise<Record<string, string>> {
  const out = await hub.request('GET', '/auth/external/google');
  const { state = '', nonce = '' } = Object.fromEntries(new URL(String(out.headers.location)).searchParams);
  const cookie = String(out.headers['set-cookie']).split(';')[0]!;
  const back = await hub.request(
    'GET',
    `/auth/external/google/callback?${new URLSearchParams({ state, code: nonce, ...extra }).toString()}`,
    { headers: { cookie } },
  );
  return Object.fromEntries(new URLSearchParams(new URL(String(back.headers.location)).hash.slice(1)));
}
const now = () => Math.floor(Date.now() / 1000);

test('accepts a valid response, so that the cases below fail for their forgery alone', async () => {
  expect(await signIn()).toEqual({ session_id: expect.any(String) });
  expect(issuer.received.get('code_verifier')).toMatch(/^[\w-]{43}$/);
});

const forgeries: [string, Forgery][] = [
  ['another nonce', { claims: { nonce: 'another' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
  ['another audience', { claims: { aud: 'another-client' } }],
  ['two audiences without saying for whom', { claims: { aud: ['hub', 'another-client'] } }],
  ['two audiences, for the other', { claims: { aud: ['hub', 'another-client'], azp: 'another-client' } }],
  ['an expired token', { claims: { exp: now() - 600, iat: now() - 900 } }],
  ['no expiry', { claims: { exp: undefined } }],
  ['no subject', { claims: { sub: undefined } }],
  ['userinfo of another subject', { userinfo: { sub: 'victim', name: 'Victim' } }],
  ['userinfo without a subject', { userinfo: { name: 'Victim' } }],
  ['alg none', { signedBy: 'none' }],
  ['the signature of another key', { signedBy: 'other key' }],
  ['an error', { status: 400 }],
  ['a failure', { status: 500 }],
];

const stored = () =>
  hub.database.query(
    `select (select count(*)::int from users) as users, (select count(*)::int from external_identities) as identities,
     (select count(*)::int from one_time_tokens where kind = 'external_finish') as codes`,
  );

test.each(forgeries)('%s is refused, and no account or session is created', async (_name, forgery) => {
  issuer.forgery = forgery;
  const before = await stored();
  expect(await signIn()).toEqual({ error: 'failed' });
  expect(await stored()).toEqual(before);
});

test('a callback with another issuer or two codes is refused', async () => {
  expect(await signIn({ iss: 'https://accounts.google.com' })).toEqual({ error: 'failed' });
});

test('an empty subject, or one of more than 255 characters, is refused with its own error', async () => {
  const before = await stored();
  for (const sub of ['', 'x'.repeat(256), 'x'.repeat(10_000)]) {
    issuer.forgery = { claims: { sub } };
    expect(await signIn()).toEqual({ error: 'subject_refused' });
  }
  expect(await stored()).toEqual(before);
  issuer.forgery = {
    claims: { sub: 'x'.repeat(255), email: 'long@example.org' },
    userinfo: { sub: 'x'.repeat(255), preferred_username: 'countess' },
  };
  expect(await signIn()).toEqual({ session_id: expect.any(String) });
  expect(await hub.database.query(`select name from users where email = 'long@example.org'`)).toEqual([
    { name: 'countess' },
  ]);
});

test.each([401, 403, 503])('a userinfo endpoint that responds with %i does not prevent a sign-in', async (status) => {
  issuer.forgery = { userinfoStatus: status };
  expect(await signIn()).toEqual({ session_id: expect.any(String) });
});
