import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Lies, type LyingIssuer, startLyingIssuer } from '../../../../test/support/lying-issuer.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';

let issuer: LyingIssuer;
let hub: TestApp;
beforeAll(async () => {
  issuer = await startLyingIssuer();
  hub = await createTestApp({ OIDC_ISSUER: issuer.url, GOOGLE_CLIENT_ID: 'hub', GOOGLE_CLIENT_SECRET: 'secret' });
});
beforeEach(() => {
  issuer.lies = {};
});
afterAll(async () => {
  await hub.close();
  await issuer.stop();
});

async function signIn(extra: Record<string, string> = {}): Promise<Record<string, string>> {
  const out = await hub.ask('GET', '/auth/external/google');
  const { state = '', nonce = '' } = Object.fromEntries(new URL(String(out.headers.location)).searchParams);
  const cookie = String(out.headers['set-cookie']).split(';')[0]!;
  const back = await hub.ask(
    'GET',
    `/auth/external/google/callback?${new URLSearchParams({ state, code: nonce, ...extra }).toString()}`,
    { headers: { cookie } },
  );
  return Object.fromEntries(new URLSearchParams(new URL(String(back.headers.location)).hash.slice(1)));
}
const now = () => Math.floor(Date.now() / 1000);

test('an honest answer signs in, so that the others below fail for their lie alone', async () => {
  expect(await signIn()).toEqual({ session_id: expect.any(String) });
  expect(issuer.received.get('code_verifier')).toMatch(/^[\w-]{43}$/);
});

const lies: [string, Lies][] = [
  ['another nonce', { claims: { nonce: 'another' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
  ['another audience', { claims: { aud: 'another-client' } }],
  ['two audiences without saying for whom', { claims: { aud: ['hub', 'another-client'] } }],
  ['two audiences, for the other', { claims: { aud: ['hub', 'another-client'], azp: 'another-client' } }],
  ['an expired token', { claims: { exp: now() - 600, iat: now() - 900 } }],
  ['no expiry', { claims: { exp: undefined } }],
  ['no subject', { claims: { sub: undefined } }],
  ['alg none', { signedBy: 'nobody' }],
  ['the signature of another key', { signedBy: 'another key' }],
  ['an error', { status: 400 }],
  ['a failure', { status: 500 }],
];

const stored = () =>
  hub.database.query(
    `select (select count(*)::int from users) as users, (select count(*)::int from external_identities) as identities, (select count(*)::int from one_time_tokens where kind = 'external_finish') as codes`,
  );

test.each(lies)('%s is refused, and nobody is signed in or made', async (_name, lie) => {
  issuer.lies = lie;
  const before = await stored();
  expect(await signIn()).toEqual({ error: 'failed' });
  expect(await stored()).toEqual(before);
});

test('an answer that names another issuer, or carries two codes, is refused', async () => {
  expect(await signIn({ iss: 'https://accounts.google.com' })).toEqual({ error: 'failed' });
});
