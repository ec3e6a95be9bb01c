import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TestResponse } from '../../../../test/support/http.js';
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { Settings } from '../../../platform/settings/settings.js';
import { registrationDomains, registrationMode } from '../registration-settings.js';
import type { SessionOpenedResponse } from '../sessions/sessions.dto.js';
import type { InvitationResponse, NewInvitationResponse } from './invitations.dto.js';
import { InvitationsService } from './invitations.service.js';

type Problem = { code: string; detail: string; errors: { field: string }[] };

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN', 'Ada Admin');
});
afterAll(() => hub.close());

let number = 0;
const address = () => `invited-${++number}@example.org`;
const invite = (email: string, role = 'CONTRIBUTOR', actor = admin) =>
  actor.request<NewInvitationResponse & Problem>('POST', '/admin/invitations', { body: { email, role } });
const tokenIn = (url: string | null | undefined) => url?.split('/invitation#token=')[1] ?? '';
const tokenFor = async (email: string, role?: string) => tokenIn((await invite(email, role)).body.url);
const register = (
  email: string,
  invitation?: string,
  on = hub,
): Promise<TestResponse<SessionOpenedResponse & Problem>> =>
  on.request('POST', '/auth/register', { body: { email, name: 'New', password: 'secret-1', invitation } });
const list = async () => (await admin.request<InvitationResponse[]>('GET', '/admin/invitations')).body;
const show = (token: string) => hub.request<Problem>('POST', '/auth/invitation', { body: { token } });

describe('an invitation', () => {
  test('gives the role once, also while registration is closed', async () => {
    await hub.get(Settings).set(registrationMode, 'closed', null);
    const email = address();
    const { status, body } = await invite(email);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      email,
      role: 'CONTRIBUTOR',
      role_display_name: 'Contributor',
      invited_by_name: 'Ada Admin',
      mailed: false,
      expired: false,
      url: expect.stringMatching(/\/invitation#token=[\w-]{43}$/),
    });
    const token = tokenIn(body.url);
    expect(await show(token)).toMatchObject({
      status: 200,
      body: { email, role_display_name: 'Contributor', invited_by_name: 'Ada Admin' },
    });
    const registered = await register(email.toUpperCase(), token);
    // A link passed on by the administrator does not prove the address.
    expect(registered).toMatchObject({ status: 201, body: { user: { role: 'CONTRIBUTOR', email_verified: false } } });
    expect(await show(token)).toMatchObject({ status: 400, body: { code: 'link_expired' } });
    expect(await list()).toEqual([]);
    const maskedEmail = `${email.slice(0, 2)}…@example.org`;
    expect(
      await hub.database.query(
        `select actor_id, action, after->>'role' as role, after->>'email' as email from audit_log
         where subject_id in ($1, $2) and action like 'invitation.%' order by id`,
        [body.id, registered.body.user.id],
      ),
    ).toEqual([
      { actor_id: admin.id, action: 'invitation.created', role: 'CONTRIBUTOR', email: maskedEmail },
      { actor_id: null, action: 'invitation.accepted', role: 'CONTRIBUTOR', email: null },
    ]);
    await hub.get(Settings).set(registrationMode, 'open', null);
  });

  test('is stored without its token', async () => {
    const email = address();
    const token = await tokenFor(email);
    const rows = await hub.database.query('select to_jsonb(i) as row from invitations i where email = $1', [email]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(await list())).not.toContain(token);
  });

  test('is for its address only, and survives a failed registration', async () => {
    const email = address();
    const token = await tokenFor(email);
    expect(await register('someone-else@example.org', token)).toMatchObject({
      status: 400,
      body: { code: 'other_address', errors: [{ field: 'email' }] },
    });
    expect((await register(email, token)).status).toBe(201);
  });

  test('is used up by one of several concurrent registrations', async () => {
    const email = address();
    const token = await tokenFor(email);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => register(email, token)));
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('is replaced by a further one for its address', async () => {
    const email = address();
    const [first, second] = [await tokenFor(email), await tokenFor(email.toUpperCase(), 'REVIEWER')];
    expect((await list()).filter((row) => row.email.toLowerCase() === email)).toHaveLength(1);
    expect((await register(email, first)).body.code).toBe('link_expired');
    expect((await register(email, second)).body.user.role).toBe('REVIEWER');
  });

  test('can be revoked', async () => {
    const email = address();
    const { body } = await invite(email);
    expect((await admin.request('DELETE', `/admin/invitations/${body.id}`)).status).toBe(200);
    expect((await admin.request('DELETE', `/admin/invitations/${body.id}`)).status).toBe(404);
    expect(await register(email, tokenIn(body.url))).toMatchObject({
      status: 400,
      body: { code: 'link_expired', errors: [{ field: 'invitation' }] },
    });
  });

  test('to a role above their own is neither shown to administrators nor revoked by them', async () => {
    const manager = await hub.users.create((await createRole(admin, ['users.manage'])).name);
    const [above, below] = [address(), address()];
    const { id } = (await invite(above)).body;
    await invite(below, (await createRole(admin, [])).name);
    const shown = await manager.request<InvitationResponse[]>('GET', '/admin/invitations');
    expect(shown.body.map(({ email }) => email)).toEqual([below]);
    expect(shown.headers['x-total-count']).toBe('1');
    expect(await manager.request('DELETE', `/admin/invitations/${id}`)).toMatchObject({
      status: 403,
      body: {
        code: 'role_above_own',
        detail: 'You cannot revoke an invitation to a role with more permissions than yours.',
      },
    });
    expect((await list()).map(({ email }) => email)).toContain(above);
  });

  test('to a role above their own is not replaced by an invitation of administrators', async () => {
    const lower = (await createRole(admin, [])).name;
    const manager = await hub.users.create((await createRole(admin, ['users.manage'])).name);
    const email = address();
    const token = await tokenFor(email, 'EDITOR');
    expect(await invite(email.toUpperCase(), lower, manager)).toMatchObject({
      status: 403,
      body: {
        code: 'role_above_own',
        detail: 'There is an invitation to a role with more permissions than yours for this address.',
      },
    });
    expect((await register(email, token)).body.user.role).toBe('EDITOR');
    const own = address();
    await invite(own, lower);
    expect((await invite(own, lower, manager)).status).toBe(201);
  });

  test('expires after seven days, and is deleted a week later', async () => {
    const email = address();
    const { body } = await invite(email);
    expect(Date.parse(body.expires_at) - Date.now()).toBeGreaterThan(7 * 86_400_000 - 60_000);
    await hub.database.query(`update invitations set expires_at = now() - interval '1 second' where id = $1`, [
      body.id,
    ]);
    expect((await register(email, tokenIn(body.url))).body.code).toBe('link_expired');
    const find = async () => (await list()).find(({ id }) => id === body.id);
    await hub.get(InvitationsService).deleteExpired();
    expect(await find()).toMatchObject({ expired: true });
    await hub.get(InvitationsService).deleteExpired(new Date(Date.now() + 8 * 86_400_000));
    expect(await find()).toBeUndefined();
  });

  test('is void while its inviter could not give the role', async () => {
    const inviter = await hub.users.create('ADMIN');
    const email = address();
    const token = tokenIn((await invite(email, 'EDITOR', inviter)).body.url);
    await hub.database.query('update users set deactivated_at = now() where id = $1', [inviter.id]);
    expect((await show(token)).status).toBe(400);
    await hub.database.query(`update users set deactivated_at = null, role = 'EDITOR' where id = $1`, [inviter.id]);
    expect((await register(email, token)).body.code).toBe('link_expired');
    await hub.database.query(`update users set role = 'ADMIN' where id = $1`, [inviter.id]);
    expect((await register(email, token)).body.user.role).toBe('EDITOR');
  });

  test('is refused for ADMIN, unknown roles, roles above the own one, and existing accounts', async () => {
    const { name } = await createRole(admin, ['users.manage']);
    const manager = await hub.users.create(name);
    for (const role of ['ADMIN', 'NONE'])
      expect(await invite(address(), role)).toMatchObject({ status: 400, body: { errors: [{ field: 'role' }] } });
    expect(await invite(address(), 'VIEWER', manager)).toMatchObject({ status: 403, body: { code: 'role_above_own' } });
    expect(await invite(admin.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: 'email_taken', errors: [{ field: 'email' }] },
    });
  });

  test('disappears with its role', async () => {
    const { name, id } = await createRole(admin);
    const email = address();
    await invite(email, name);
    expect((await admin.request('DELETE', `/admin/custom-roles/${id}`)).status).toBe(200);
    expect((await list()).map((row) => row.email)).not.toContain(email);
  });
});

describe('on a hub with a mail server', () => {
  let server: MailServer;
  let mailing: TestApp;
  let inviter: TestUser;
  beforeAll(async () => {
    server = await startMailServer();
    mailing = await createTestApp({ SMTP_URL: server.url, MAIL_FROM: 'Hub <hub@example.org>' });
    inviter = await mailing.users.create('ADMIN', 'Grace Hopper');
    await mailing.get(Settings).set(registrationDomains, ['example.org'], null);
    await mailing.get(Settings).set(registrationMode, 'domains', null);
  });
  afterAll(async () => {
    await mailing.close();
    await server.stop();
  });

  const mailTo = (email: string) =>
    waitFor(
      () => server.received.findLast(({ to }) => to.toLowerCase() === email.toLowerCase()),
      (mail) => mail !== undefined,
      15_000,
    );
  const buildLink = async (email: string) =>
    tokenIn(/https?:\S+\/invitation#token=\S+/.exec((await mailTo(email))!.text)?.[0]);
  const requestLink = (email: string) =>
    mailing.request<Problem & { message: string }>('POST', '/auth/registration-link', { body: { email } });

  test('an invitation is mailed, and its link verifies the address', async () => {
    const email = 'guest@elsewhere.example';
    const { body } = await invite(email, 'REVIEWER', inviter);
    expect(body).toMatchObject({ mailed: true, url: null });
    expect((await mailTo(email))!.text).toContain('Grace Hopper invited you to Knowledge Hub with the role Reviewer.');
    expect((await register(email, await buildLink(email), mailing)).body.user).toMatchObject({
      role: 'REVIEWER',
      email_verified: true,
    });
  });

  test('a registration without a link has the same response for new and known addresses, and mails both', async () => {
    await mailing.get(Settings).set(registrationMode, 'open', null);
    const known = await mailing.users.create();
    const emails = { unknown: 'first@elsewhere.example', known: known.email.toUpperCase() };
    const responses = [];
    for (const email of Object.values(emails)) responses.push(await register(email, undefined, mailing));
    const [forUnknown, forKnown] = responses.map(({ status, body, headers }) => ({
      status,
      body,
      names: Object.keys(headers).sort(),
    }));
    expect(forUnknown).toEqual({
      status: 202,
      body: { message: 'We’ve sent you a link to create your account. It is valid for seven days.' },
      names: expect.not.arrayContaining(['set-cookie']),
    });
    expect(forKnown).toEqual(forUnknown);
    expect(await mailing.database.query('select id from users where email = $1', [emails.unknown])).toEqual([]);
    const { subject, text } = await waitFor(
      () => server.received.find((mail) => mail.to === known.email && mail.subject.startsWith('Your account'))!,
      (mail) => mail !== undefined,
      15_000,
    );
    expect(subject + text).toMatch(/You already have an account[^]*sign in, or reset your password[^]*\/login/);
    expect((await register(emails.unknown, await buildLink(emails.unknown), mailing)).status).toBe(201);
    expect((await mailing.request('GET', '/auth/providers')).body).toMatchObject({
      registration_by_link: true,
      mail_configured: true,
    });
    await mailing.get(Settings).set(registrationMode, 'domains', null);
  });

  test('a registration without a link has the limit of requests for links, for known addresses too', async () => {
    const { email } = await mailing.users.create();
    for (const entered of ['often@example.org', email.replace(/@.*/, '@example.org')]) {
      const statuses = [];
      for (let i = 0; i < 6; i++) statuses.push((await register(entered, undefined, mailing)).status);
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    }
  });

  test('addresses at an accepted domain register by a link only', async () => {
    const email = 'colleague@example.org';
    expect(await requestLink('stranger@example.com')).toMatchObject({
      status: 403,
      body: { code: 'email_domain_refused' },
    });
    expect((await requestLink(email)).status).toBe(202);
    expect((await register(email, await buildLink(email), mailing)).body.user).toMatchObject({
      role: 'VIEWER',
      email_verified: true,
    });
    expect((await inviter.request<object[]>('GET', '/admin/invitations')).body).toEqual([]);
    // The response is the same for an account that exists; its owner is told.
    expect(await requestLink(email)).toMatchObject({ status: 202, body: (await requestLink('x@example.org')).body });
    await waitFor(
      () => server.received.filter(({ to, subject }) => to === email && subject.startsWith('Your account')),
      (mails) => mails.length === 1,
      15_000,
    );
  });

  test('a link that an invited user requests has the role of the invitation', async () => {
    const email = 'invited-colleague@example.org';
    await invite(email, 'REVIEWER', inviter);
    const former = await buildLink(email);
    await requestLink(email);
    const token = await waitFor(
      () => buildLink(email),
      (found) => found !== former,
      15_000,
    );
    expect((await register(email, token, mailing)).body.user.role).toBe('REVIEWER');
  });

  test('a link is void when its domain is no longer accepted', async () => {
    const email = 'late@example.org';
    await requestLink(email);
    const token = await buildLink(email);
    await mailing.get(Settings).set(registrationDomains, ['example.com'], null);
    expect(await register(email, token, mailing)).toMatchObject({
      status: 403,
      body: { code: 'email_domain_refused' },
    });
    await mailing.get(Settings).set(registrationMode, 'closed', null);
    expect(await register(email, token, mailing)).toMatchObject({ status: 403, body: { code: 'registration_closed' } });
    expect(await requestLink(email)).toMatchObject({ status: 403, body: { code: 'registration_closed' } });
  });
});
