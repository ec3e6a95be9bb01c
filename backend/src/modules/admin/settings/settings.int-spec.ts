import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { encodeForm } from '../../../../test/support/forms.js';
import { createPng } from '../../../../test/support/images.js';
import { waitForJobs } from '../../../../test/support/jobs.js';
import { type MailServer, startMailServer } from '../../../../test/support/mail-server.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { Secrets, Settings, siteName } from '../../../platform/settings/settings.js';
import type { MailTestResponse, SettingsResponse, SettingsSavedResponse } from './settings.dto.js';

let hub: TestApp;
let admin: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
});
afterAll(() => hub.close());

const list = async (user = admin) => (await user.request<SettingsResponse>('GET', '/admin/settings')).body;
const put = (values: unknown, user = admin) =>
  user.request<SettingsSavedResponse>('PUT', '/admin/settings', { body: { values } });
const valueOf = async (key: string) => (await list()).settings.find((setting) => setting.key === key)?.value;
const changes = () =>
  hub.database.query(
    `select actor_id, subject_id, before, after from audit_log where action = 'setting.changed' order by subject_id`,
  );

const upload = async (user: TestUser) => {
  const { status, body } = await user.request<{ id: string; url: string }>(
    'POST',
    '/images',
    await encodeForm({ image: await createPng(300, 100) }),
  );
  expect(status).toBe(201);
  return body;
};
const isPublic = async (url: string) => (await hub.app.inject({ url })).statusCode === 200;

test('lists the settings of all modules in sections, with defaults and schemas', async () => {
  const { settings, mail_configured } = await list();
  expect(mail_configured).toBe(false);
  const sections = Object.groupBy(settings, ({ section }) => section);
  const keys = Object.fromEntries(
    Object.entries(sections).map(([section, of = []]) => [section, of.map(({ key }) => key).sort()]),
  );
  expect(keys).toEqual({
    general: ['embeds.hosts', 'sharing.links', 'site.accent', 'site.language', 'site.logo', 'site.name'],
    registration: [
      'auth.default_role',
      'auth.issuer_groups',
      'auth.issuer_groups_claim',
      'auth.registration',
      'auth.registration_by_link',
      'auth.registration_domains',
      'site.readers',
    ],
    review: ['analytics.outdated_days', 'content.review_edits', 'content.review_videos'],
    videos: ['uploads.quota_mb', 'videos.max_frames', 'videos.max_minutes'],
    community: [
      'attachments.max_mb',
      'forum.new_member_links',
      'forum.new_member_posts_per_minute',
      'images.per_hour',
      'images.quota_mb',
    ],
    legal: ['legal.imprint_url', 'legal.privacy_url'],
    retention: ['analytics.retention_days', 'audit.retention_days', 'trash.retention_days'],
    backups: ['backups.daily', 'backups.hour', 'backups.keep'],
  });
  expect(settings.find(({ key }) => key === 'analytics.retention_days')).toEqual({
    key: 'analytics.retention_days',
    section: 'retention',
    value: 365,
    default_value: 365,
    schema: { type: 'integer', minimum: 1, maximum: 3650 },
  });
});

test('secrets are neither listed nor changeable', async () => {
  const secret = await hub.get(Secrets).get('test');
  expect(JSON.stringify(await list())).not.toContain(secret);
  const { status, body } = await put({ 'secret.test': 'known' });
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ errors: [{ field: 'secret.test', message: 'There is no such setting.' }] }),
  ]);
  expect(await hub.get(Secrets).get('test')).toBe(secret);
});

describe('a change', () => {
  test('saves only what is named and new, and records each', async () => {
    await hub.database.query(`delete from audit_log`);
    const { status, body } = await put({
      'site.name': '  Our\nhub ',
      'content.review_edits': true,
      'content.review_videos': true,
    });
    expect([status, body.message]).toEqual([200, 'Settings saved']);
    expect(body.settings.find(({ key }) => key === 'site.name')?.value).toBe('Our hub');
    expect(await hub.get(Settings).get(siteName)).toBe('Our hub');
    expect(await changes()).toEqual([
      { actor_id: admin.id, subject_id: 'content.review_edits', before: { value: false }, after: { value: true } },
      {
        actor_id: admin.id,
        subject_id: 'site.name',
        before: { value: 'Knowledge Hub' },
        after: { value: 'Our hub' },
      },
    ]);
    await put({ 'content.review_edits': false, 'site.name': 'Knowledge Hub' });
  });

  test('with errors names all fields and saves nothing', async () => {
    const { status, body } = await put({
      'site.name': '',
      'site.accent': 'red',
      'content.review_edits': 'yes',
      'forum.new_member_links': 1001,
      'forum.new_member_posts_per_minute': 0,
      'audit.retention_days': 1.5,
      'auth.registration': 'sometimes',
      'auth.registration_domains': ['example.org', 'no domain'],
      'legal.imprint_url': 'javascript:alert(1)',
      'analytics.retention_days': 30,
      'no.such': 1,
    });
    expect(status).toBe(400);
    const { errors } = body as unknown as { errors: { field: string; message: string }[] };
    expect(Object.fromEntries(errors.map(({ field, message }) => [field, message]))).toEqual({
      'site.name': 'Please enter a value.',
      'site.accent': 'A color looks like #3B82F6.',
      'content.review_edits': 'Please choose yes or no.',
      'forum.new_member_links': 'The largest number is 1000.',
      'forum.new_member_posts_per_minute': 'The smallest number is 1.',
      'audit.retention_days': 'Please enter a whole number.',
      'auth.registration': 'Please choose one of open, invitation, domains, closed.',
      'auth.registration_domains': '“no domain” must look like example.org.',
      'legal.imprint_url': 'An address begins with https:// or http://, or with / for a page of this hub.',
      'no.such': 'There is no such setting.',
    });
    expect(await valueOf('analytics.retention_days')).toBe(365);
  });

  test('of nothing is refused, and so is what is no link to a page', async () => {
    for (const values of [undefined, null, {}, [], 'x', 7]) expect((await put(values)).status).toBe(400);
    for (const link of ['//evil.example', 'data:text/html,x', 'https://', 'ftp://x.example', '/ \\x', 'https:// x'])
      expect([link, (await put({ 'legal.privacy_url': link })).status]).toEqual([link, 400]);
    for (const link of ['/docs/privacy', 'https://example.org/privacy?x=1#y', ''])
      expect((await put({ 'legal.privacy_url': link })).status).toBe(200);
  });

  test('of the same setting by two administrators: the last one wins, and both are recorded', async () => {
    await hub.database.query('delete from audit_log');
    const names = Array.from({ length: 8 }, (_, i) => `Hub ${i}`);
    await Promise.all(names.map((name) => put({ 'site.name': name, 'analytics.retention_days': 100 })));
    const recorded = (await changes()) as { subject_id: string; after: { value: string } }[];
    const ofName = recorded.filter(({ subject_id }) => subject_id === 'site.name');
    expect(ofName.map(({ after }) => after.value).sort()).toEqual(names);
    expect(names).toContain(await valueOf('site.name'));
    await put({ 'site.name': 'Knowledge Hub', 'analytics.retention_days': 365 });
  });
});

describe('the logo', () => {
  test('is an uploaded image, which becomes public; the former one no longer is', async () => {
    const [first, second] = [await upload(admin), await upload(admin)];
    expect(await isPublic(first.url)).toBe(false);
    expect((await put({ 'site.logo': first.url })).status).toBe(200);
    expect(await valueOf('site.logo')).toBe(first.url.replace('/api', ''));
    expect(await isPublic(first.url)).toBe(true);
    await put({ 'site.logo': second.url });
    expect([await isPublic(first.url), await isPublic(second.url)]).toEqual([false, true]);
    await put({ 'site.logo': '' });
    expect(await isPublic(second.url)).toBe(false);
  });

  test('is neither an address elsewhere nor an image that the administrator may not see', async () => {
    const foreign = await upload(await hub.users.create('CONTRIBUTOR'));
    for (const url of [
      foreign.url,
      'https://evil.example/logo.png',
      '/api/files/01900000-0000-7000-8000-000000000001/0123456789abcdef',
      'javascript:alert(1)',
    ]) {
      const { status, body } = await put({ 'site.logo': url });
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({
          errors: [{ field: 'site.logo', message: 'Please choose an image that was uploaded to this hub.' }],
        }),
      ]);
    }
    expect(await valueOf('site.logo')).toBe('');
    expect(await isPublic(foreign.url)).toBe(false);
  });
});

describe('the mail test', () => {
  test('without a mail server says that mail is only logged', async () => {
    const { status, body } = await admin.request<MailTestResponse>('POST', '/admin/settings/mail-test');
    expect(status).toBe(200);
    expect(body).toEqual({
      result: 'logged',
      recipient: admin.email,
      server_response: null,
      message: 'No mail server is set up (SMTP_URL), so the email was only written to the log.',
    });
  });

  test('is limited', async () => {
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await admin.request('POST', '/admin/settings/mail-test')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  });

  describe('with a mail server', () => {
    let server: MailServer;
    let sending: TestApp;
    let sender: TestUser;
    beforeAll(async () => {
      server = await startMailServer();
      sending = await createTestApp({ SMTP_URL: server.url, MAIL_FROM: 'hub@example.org' });
      sender = await sending.users.create('ADMIN');
    });
    afterAll(async () => {
      await sending.close();
      await server.stop();
    });
    const run = async () => (await sender.request<MailTestResponse>('POST', '/admin/settings/mail-test')).body;

    test('sends to the own address and reports the response, which is recorded', async () => {
      expect((await list(sender)).mail_configured).toBe(true);
      const result = await run();
      expect(result).toMatchObject({ result: 'sent', recipient: sender.email });
      expect(result.server_response).toMatch(/^250 /);
      expect(server.received.filter(({ subject }) => subject === 'Test email from Knowledge Hub')).toMatchObject([
        { to: sender.email },
      ]);
      expect(
        await sending.database.query(`select actor_id, after from audit_log where action = 'mail.tested'`),
      ).toEqual([{ actor_id: sender.id, after: { result: 'sent', server_response: result.server_response } }]);
    });

    test('reports a refusal in the words of the server', async () => {
      // The mails about the account of the sender come before the refused one.
      await waitForJobs(sending.database, '');
      server.refuseNext(554, 'we do not like this');
      expect(await run()).toMatchObject({
        result: 'failed',
        server_response: expect.stringContaining('554 we do not like this'),
        message: 'The email could not be sent.',
      });
    });

    test('reports that no server responds', async () => {
      const away = await createTestApp(
        { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hub@example.org' },
        { databaseUrl: sending.databaseUrl },
      );
      const { body } = await away.request<MailTestResponse>('POST', '/admin/settings/mail-test', {
        headers: { authorization: `Bearer ${sender.token}` },
      });
      expect(body).toMatchObject({ result: 'failed', server_response: expect.stringContaining('ECONNREFUSED') });
      await away.close();
    });
  });
});
