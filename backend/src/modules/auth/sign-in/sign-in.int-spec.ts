import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import argon2 from '@node-rs/argon2';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';

// The real argon2; only counted.
const verify = jest.spyOn(argon2, 'verify');

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub.close());

let number = 0;
const newEmail = () => `nobody-${++number}@example.org`;
const signIn = (email: string, password: string, of = hub, headers: Record<string, string> = {}) =>
  of.request('POST', '/auth/login-manual', { body: { email, password }, headers });
const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));

test('unknown and deactivated accounts, those without a password, and a wrong password look the same', async () => {
  const [user, passwordless, deactivated] = [
    await hub.users.create(),
    await hub.users.create(),
    await hub.users.create(),
  ];
  await hub.database.query('update users set deactivated_at = now() where id = $1', [deactivated.id]);
  await hub.database.query('update users set password_hash = null where id = $1', [passwordless.id]);
  const responses = [];
  for (const email of [newEmail(), user.email, passwordless.email, deactivated.email]) {
    verify.mockClear();
    const { status, text, headers } = await signIn(email, 'wrong-password');
    responses.push({
      status,
      text: text.replace(/"request_id":"[^"]+"/, ''),
      cookie: headers['set-cookie'],
      verifications: verify.mock.calls.length,
    });
  }
  expect(responses[0]).toMatchObject({
    status: 401,
    text: expect.stringContaining('Invalid email or password.'),
    cookie: undefined,
    verifications: 1,
  });
  expect(responses[1]).toEqual(responses[0]);
  expect(responses[2]).toEqual(responses[0]);
  expect(responses[3]).toEqual(responses[0]);
});

test('the email address is case-insensitive, the password is case-sensitive', async () => {
  const { email, password } = await hub.users.create();
  expect((await signIn(` ${email.toUpperCase()} `, password)).status).toBe(200);
  for (const wrong of [password.toUpperCase(), ` ${password}`, `${password} `])
    expect((await signIn(email, wrong)).status).toBe(401);
});

describe('failures', () => {
  test.each(['known', 'unknown'])('11 of a %s account within 15 minutes exceed the limit', async (kind) => {
    const email = kind === 'known' ? (await hub.users.create()).email : newEmail();
    for (let i = 0; i < 10; i++) expect((await signIn(email, 'wrong')).status).toBe(401);
    verify.mockClear();
    const refused = await signIn(email, 'wrong');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(900);
    expect(verify).not.toHaveBeenCalled();
  });

  test('above the limit also refuse the right password; other accounts are not affected', async () => {
    const [user, other] = [await hub.users.create(), await hub.users.create()];
    await times(10, () => signIn(user.email, 'wrong'));
    expect((await signIn(user.email, user.password)).status).toBe(429);
    expect((await signIn(other.email, other.password)).status).toBe(200);
  });

  test('in concurrent requests are counted, and cause no more hashing than the limit', async () => {
    const { email } = await hub.users.create();
    verify.mockClear();
    const statuses = (await times(60, () => signIn(email, 'wrong'))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array<number>(10).fill(401), ...Array<number>(50).fill(429)]);
    expect(verify.mock.calls.length).toBeLessThanOrEqual(12);
  });

  test('do not affect a concurrent successful sign-in below the limit', async () => {
    const { email, password } = await hub.users.create();
    const statuses = (await times(36, (i) => signIn(email, i % 4 ? password : 'wrong'))).map(({ status }) => status);
    expect(statuses.map((status, i) => (i % 4 ? status === 200 : status === 401))).toEqual(Array(36).fill(true));
  });

  test('count for all spellings of an address together', async () => {
    const { email } = await hub.users.create();
    await hub.database.query('update users set email = $1 where email = $2', ['kiki@example.org', email]);
    const spellings = [
      'kiki@example.org',
      'KIKI@example.org',
      'kİki@example.org',
      'kikİ@example.org',
      '\u212aiki@example.org',
      'Kiki@EXAMPLE.org',
    ];
    const statuses = [];
    for (let i = 0; i < 12; i++) statuses.push((await signIn(spellings[i % spellings.length]!, 'wrong')).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });
});

test('successful sign-ins do not count, also concurrent ones', async () => {
  const { email, password } = await hub.users.create();
  for (let i = 0; i < 12; i++) expect((await signIn(email, password)).status).toBe(200);
  expect((await times(40, () => signIn(email, password))).map(({ status }) => status)).toEqual(Array(40).fill(200));
  for (let i = 0; i < 10; i++) expect((await signIn(email, 'wrong')).status).toBe(401);
  expect((await signIn(email, password)).status).toBe(429);
});

const attempt = (of: TestApp, forwarded: string) =>
  signIn(newEmail(), 'wrong', of, {
    'x-forwarded-for': forwarded,
    forwarded: `for=${forwarded}`,
    'x-real-ip': forwarded,
  });

describe('the limit of a network address', () => {
  test('ignores X-Forwarded-For', async () => {
    const strict = await createTestApp({ RATE_LIMIT_IP_FACTOR: '0.1' });
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await attempt(strict, `203.0.113.${i}`)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
    // Registrations and forgotten passwords have budgets of their own.
    for (const [path, accepted] of [
      ['/auth/register', 201],
      ['/auth/forgot-password', 202],
    ] as const) {
      const responses = await times(11, (i) =>
        strict.request('POST', path, {
          body: { email: `r${i}@example.org`, ...(accepted === 201 && { name: 'R', password: 'secret' }) },
          headers: { 'x-forwarded-for': `203.0.113.${i}` },
        }),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(accepted), 429]);
    }
    await strict.close();
  });

  test('uses the address that the own proxy saw, whatever the client claimed', async () => {
    const proxied = await createTestApp({ RATE_LIMIT_IP_FACTOR: '0.05', TRUST_PROXY: 'true' });
    for (let i = 0; i < 5; i++) expect((await attempt(proxied, `203.0.113.${i}, 198.51.100.7`)).status).toBe(401);
    expect((await attempt(proxied, '203.0.113.99, 198.51.100.7')).status).toBe(429);
    expect((await attempt(proxied, '198.51.100.8')).status).toBe(401);
    for (let i = 0; i < 5; i++) expect((await attempt(proxied, `2001:db8:1:2::${i}`)).status).toBe(401);
    expect((await attempt(proxied, '2001:db8:1:2:ffff::1')).status).toBe(429);
    await proxied.close();
  });
});
