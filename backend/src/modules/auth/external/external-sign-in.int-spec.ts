import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import {
  createIssuerEnvironment,
  findExternalCookie,
  ExternalSignIn,
  RETURN_URL,
} from '../../../../test/support/external-sign-in.js';
import { signInAtIssuer, startIssuer, type TestIssuer } from '../../../../test/support/issuer.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';

let issuer: TestIssuer;
let hub: TestApp;
let flow: ExternalSignIn;
beforeAll(async () => {
  flow = await ExternalSignIn.create();
  ({ hub, issuer } = flow);
});
afterAll(() => flow.close());

describe('the redirect to the issuer', () => {
  test('has PKCE, state and nonce with secrets on the server, and binds the sign-in to the browser', async () => {
    const response = await hub.request('GET', '/auth/external/google?remember_me=');
    const address = new URL(String(response.headers.location));
    expect(address.origin).toBe(issuer.url);
    const query = Object.fromEntries(address.searchParams);
    expect(query).toMatchObject({
      client_id: 'hub',
      response_type: 'code',
      redirect_uri: RETURN_URL,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]).toMatch(/^[\w-]{43}$/);
    expect(String(response.headers['set-cookie']).split('; ').sort()).toEqual(
      [
        'HttpOnly',
        'Max-Age=900',
        'Path=/api',
        'SameSite=Lax',
        expect.stringMatching(/^external_sign_in=[\w-]{43}$/),
      ].sort(),
    );
    expect(response.headers['cache-control']).toBe('no-store');
    const stored = await hub.database.query<{ row: string; verifier: string }>(
      `select to_json(t)::text as row, data->>'verifier' as verifier from one_time_tokens t
       where kind = 'external_start'`,
    );
    expect(stored.length).toBeGreaterThan(0);
    for (const { row, verifier } of stored) {
      expect(row).not.toContain(query['state']!);
      expect(String(response.headers.location)).not.toContain(verifier);
    }
  });

  test('is available only when an issuer is configured', async () => {
    expect((await hub.request('GET', '/auth/providers')).body).toEqual({
      providers: [{ name: 'google', label: 'Google' }],
      registration_open: true,
      registration: 'open',
      registration_domains: [],
      registration_by_link: false,
      mail_configured: false,
      setup_required: false,
    });
    const without = await createTestApp();
    expect((await without.request('GET', '/auth/providers')).body).toMatchObject({ providers: [] });
    for (const path of ['/auth/external/google', '/auth/external/google/callback']) {
      expect(await without.request('GET', path)).toMatchObject({
        status: 409,
        body: { code: 'provider_not_configured', detail: 'Signing in with Google is not set up on this hub.' },
      });
    }
    await without.close();
    for (const path of ['/auth/external/other', '/auth/external/other/callback'])
      expect((await hub.request('GET', path)).status).toBe(404);
    expect((await hub.request('GET', '/auth/external/google?remember_me=perhaps')).status).toBe(400);
  });

  test('reports an unavailable issuer, and requests it again the next time', async () => {
    const away = await startIssuer({ returnTo: RETURN_URL });
    await away.stop();
    const waiting = await createTestApp({ ...createIssuerEnvironment(away), OIDC_NAME: 'Example Ltd' });
    expect((await waiting.request('GET', '/auth/providers')).body).toMatchObject({
      providers: [{ name: 'google', label: 'Example Ltd' }],
    });
    const refused = await waiting.request('GET', '/auth/external/google');
    expect(refused).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
    expect(findExternalCookie(refused)).toBe('');
    await waiting.close();
  });

  test('is limited per network address, whatever X-Forwarded-For claims', async () => {
    const strict = await createTestApp({ ...createIssuerEnvironment(issuer), RATE_LIMIT_IP_FACTOR: '0.01' });
    const strictFlow = new ExternalSignIn(strict, issuer);
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push(
        (await strict.request('GET', '/auth/external/google', { headers: { 'x-forwarded-for': `203.0.113.${i}` } }))
          .status,
      );
    expect(statuses).toEqual([302, 302, 302, 429]);
    expect(await strictFlow.finish('?state=x', 'external_sign_in=x')).toEqual({ error: 'expired' });
    expect(await strictFlow.finish('?state=x', 'external_sign_in=x')).toEqual({ error: 'too_many_requests' });
    expect((await strictFlow.exchange('x', 'external_sign_in=x')).status).toBe(429);
    await strict.close();
  });
});

const users = () => hub.database.query('select id from users');

describe('the callback', () => {
  test('creates an account at the first sign-in and finds it later, even with another address', async () => {
    const { subject, email } = flow.createAccount();
    const { body, headers } = await flow.openSession(subject, '?remember_me=true');
    expect(body.user).toMatchObject({
      email,
      name: 'Grace Hopper',
      role: 'VIEWER',
      email_verified: true,
      needs_password_setup: true,
    });
    expect(String(headers['set-cookie'])).toContain('Max-Age=2592000');
    expect(await flow.linkedIdentities(body.user.id)).toEqual([{ issuer: issuer.url, subject }]);
    issuer.accounts.set(subject, { email: `moved-${email}`, email_verified: false });
    const again = await flow.openSession(subject);
    expect(again.body.user).toMatchObject({ id: body.user.id, email });
    expect(String(again.headers['set-cookie'])).toContain('Max-Age=604800');
    expect(
      (await hub.request('GET', '/auth/me', { headers: { authorization: `Bearer ${again.body.session_token}` } }))
        .status,
    ).toBe(200);
  });

  test('cleans the name from the issuer like other names and limits its length', async () => {
    const name = async (given: string) =>
      (await flow.openSession(flow.createAccount({ name: given }).subject)).body.user.name;
    expect(await name('\u202eGra\u200bce\r\n Ju\u0308rgen \u2066👩‍💻')).toBe('Grace J\u00fcrgen 👩‍💻');
    expect(await name(`${'x'.repeat(98)}👩‍💻`)).toBe(`${'x'.repeat(98)}👩`);
    expect(await name(`${'x'.repeat(99)}👩‍💻`)).toBe('x'.repeat(99));
    const { subject } = flow.createAccount({ name: '\u200b\u2066\n' });
    const { user } = (await flow.openSession(subject)).body;
    expect(user.name).toMatch(/^Member \d{4}$/);
    expect(user.handle).toBe(user.name.toLowerCase().replace(' ', '-'));
  });

  test('supports issuers with all claims in the ID token and with client_secret_basic', async () => {
    const other = await startIssuer({
      returnTo: RETURN_URL,
      claimsInIdToken: true,
      authentication: 'client_secret_basic',
    });
    const of = await createTestApp(createIssuerEnvironment(other));
    other.accounts.set('somebody', { email: 'somebody@example.org', email_verified: true });
    expect((await new ExternalSignIn(of, other).openSession('somebody')).body.user).toMatchObject({
      email: 'somebody@example.org',
      name: expect.stringMatching(/^Member \d{4}$/),
    });
    await of.close();
    await other.stop();
  });

  test('creates one account for concurrent first sign-ins', async () => {
    const { subject, email } = flow.createAccount();
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => flow.signInAs(subject)));
    for (const { outcome } of outcomes) expect(outcome).toEqual({ session_id: expect.any(String) });
    expect(await hub.database.query('select email from users where email = $1', [email])).toHaveLength(1);
  });

  test('reports a cancelled sign-in', async () => {
    const { address, cookie } = await flow.start();
    const back = await signInAtIssuer(issuer, address, 'nobody', 'abort');
    expect(await flow.finish(back.search, cookie)).toEqual({ error: 'cancelled' });
  });

  test('works once, with its state and in the browser that started it', async () => {
    const [one, other] = [await flow.start(), await flow.start()];
    const back = await signInAtIssuer(issuer, one.address, flow.createAccount().subject);
    const without = (name: string, value?: string) => {
      const changed = new URLSearchParams(back.search);
      if (value === undefined) changed.delete(name);
      else changed.set(name, value);
      return `?${changed.toString()}`;
    };
    const before = await users();
    expect(await flow.finish(back.search, '')).toEqual({ error: 'expired' });
    expect(await flow.finish(back.search, other.cookie)).toEqual({ error: 'expired' });
    expect(await flow.finish(without('state'), one.cookie)).toEqual({ error: 'expired' });
    expect(await flow.finish(without('state', new URL(other.address).searchParams.get('state')!), one.cookie)).toEqual({
      error: 'expired',
    });
    expect(await flow.finish(without('state', randomBytes(32).toString('base64url')), one.cookie)).toEqual({
      error: 'expired',
    });
    expect(await flow.finish('', one.cookie)).toEqual({ error: 'expired' });
    expect(await users()).toEqual(before);
    expect(await flow.finish(back.search, one.cookie)).toEqual({ session_id: expect.any(String) });
    expect(await flow.finish(back.search, one.cookie)).toEqual({ error: 'expired' });
  });

  test('fails with the code of another sign-in, which has another verifier', async () => {
    const [one, other] = [await flow.start(), await flow.start()];
    const [backOne, backOther] = [
      await signInAtIssuer(issuer, one.address, flow.createAccount().subject),
      await signInAtIssuer(issuer, other.address, flow.createAccount().subject),
    ];
    const mixed = new URLSearchParams(backOne.search);
    mixed.set('code', backOther.searchParams.get('code')!);
    expect(await flow.finish(`?${mixed.toString()}`, one.cookie)).toEqual({ error: 'failed' });
  });

  test('fails after the sign-in has expired', async () => {
    const { address, cookie } = await flow.start();
    const back = await signInAtIssuer(issuer, address, flow.createAccount().subject);
    await hub.database.query(
      `update one_time_tokens set expires_at = now() - interval '1 second' where kind = 'external_start'`,
    );
    expect(await flow.finish(back.search, cookie)).toEqual({ error: 'expired' });
  });
});

describe('the session_id', () => {
  const refused = { status: 401, body: { code: 'session_id_refused' } };

  test('is exchanged once, also by concurrent requests', async () => {
    const { outcome, cookie } = await flow.signInAs(flow.createAccount().subject);
    const exchange = () => flow.exchange(outcome['session_id']!, cookie);
    const responses = await Promise.all(Array.from({ length: 10 }, exchange));
    const [opened, ...others] = responses.toSorted((one, other) => one.status - other.status);
    expect([opened?.status, others.map(({ status }) => status)]).toEqual([200, Array(9).fill(401)]);
    expect(String(opened?.headers['set-cookie'])).toMatch(/external_sign_in=;.*1970/);
    expect(await exchange()).toMatchObject(refused);
  });

  test('is refused in another browser, and still valid in its own', async () => {
    const { outcome, cookie } = await flow.signInAs(flow.createAccount().subject);
    const other = await flow.start();
    for (const wrong of ['', other.cookie, 'external_sign_in=x'])
      expect(await flow.exchange(outcome['session_id']!, wrong)).toMatchObject(refused);
    expect((await flow.exchange(outcome['session_id']!, cookie)).status).toBe(200);
  });

  test('is valid for one minute', async () => {
    const { outcome, cookie } = await flow.signInAs(flow.createAccount().subject);
    const [row] = await hub.database.query<{ seconds: number }>(
      `select extract(epoch from max(expires_at) - now())::int as seconds from one_time_tokens
       where kind = 'external_finish' and used_at is null`,
    );
    expect(row!.seconds).toBeGreaterThan(50);
    expect(row!.seconds).toBeLessThanOrEqual(60);
    await hub.database.query(
      `update one_time_tokens set expires_at = now() - interval '1 second' where kind = 'external_finish'`,
    );
    expect(await flow.exchange(outcome['session_id']!, cookie)).toMatchObject(refused);
  });

  test('is refused when it is unknown or a state', async () => {
    const { address, cookie } = await flow.start();
    for (const wrong of ['made-up', new URL(address).searchParams.get('state')!])
      expect(await flow.exchange(wrong, cookie)).toMatchObject(refused);
  });

  test('is refused after the account is deactivated', async () => {
    const { subject, email } = flow.createAccount();
    const { outcome, cookie } = await flow.signInAs(subject);
    await hub.database.query('update users set deactivated_at = now() where email = $1', [email]);
    expect((await flow.exchange(outcome['session_id']!, cookie)).status).toBe(401);
    expect((await flow.signInAs(subject)).outcome).toEqual({ error: 'account_disabled' });
  });
});
