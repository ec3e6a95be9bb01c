import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encodeForm } from './support/forms.js';
import { waitForJobs } from './support/jobs.js';
import { type MailServer, startMailServer } from './support/mail-server.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { zip } from './support/zip.js';
import { waitFor } from './support/wait-for.js';
import { DigestScheduler } from '../src/modules/notifications/digest/digest-scheduler.js';
import { SEND_DIGEST } from '../src/modules/notifications/digest/digest-sender.js';

let hub: TestApp;
let server: MailServer;
let admin: TestUser;
let viewer: TestUser;
beforeAll(async () => {
  server = await startMailServer();
  hub = await createTestApp({
    SMTP_URL: server.url,
    MAIL_FROM: 'Hub <hub@example.org>',
    PUBLIC_URL: 'https://hub.example.org',
  });
  [admin, viewer] = [await hub.users.create('ADMIN', 'Ada'), await hub.users.create()];
});
afterAll(async () => {
  await hub.close();
  await server.stop();
});

const GERMAN = { 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' };

interface Problem {
  code: string;
  detail: string;
  errors?: { field: string; message: string }[];
}

interface Case {
  send: (headers: Record<string, string>) => Promise<{ status: number; body: Problem }>;
  code: string;
  english: string;
  german: string;
  /** how many fields are invalid; none by default */
  errorCount?: number;
}

const cases: Record<string, Case> = {
  validation: {
    send: (headers) =>
      admin.request('POST', '/forum/categories', { headers, body: { name: '', description: 'All else' } }),
    code: 'validation_failed',
    english: 'The name is required.',
    german: 'Der Name ist erforderlich.',
    errorCount: 1,
  },
  'not found': {
    send: (headers) => hub.request('GET', '/documents/none-such', { headers }),
    code: 'not_found',
    english: 'This document does not exist or is not visible to you.',
    german: 'Dieses Dokument existiert nicht oder ist für Sie nicht sichtbar.',
  },
  'an unknown address': {
    send: (headers) => hub.request('GET', '/none-such', { headers }),
    code: 'not_found',
    english: 'This address does not exist.',
    german: 'Diese Adresse existiert nicht.',
  },
  'no session': {
    send: (headers) => hub.request('GET', '/auth/me', { headers }),
    code: 'not_signed_in',
    english: 'Please sign in.',
    german: 'Bitte melden Sie sich an.',
  },
  'a missing permission': {
    send: (headers) => viewer.request('GET', '/admin/settings', { headers }),
    code: 'permission_missing',
    english: 'Only users with the role Administrator can do this.',
    german: 'Das ist nur mit der Rolle Administrator möglich.',
  },
  'a permission of several roles': {
    send: (headers) => viewer.request('GET', '/admin/content/counts', { headers }),
    code: 'permission_missing',
    english: 'Only users with the role Administrator or Editor can do this.',
    german: 'Das ist nur mit der Rolle Administrator oder Redaktion möglich.',
  },
  'a conflict': {
    send: (headers) => admin.request('POST', `/admin/users/${viewer.id}/reactivate`, { headers }),
    code: 'not_deactivated',
    english: 'This account is already active.',
    german: 'Dieses Konto ist bereits aktiv.',
  },
  'a body that is no JSON': {
    send: (headers) =>
      hub.request('POST', '/auth/login', { headers: { ...headers, 'content-type': 'application/json' }, body: '{' }),
    code: 'bad_request',
    english: 'The request could not be read.',
    german: 'Die Anfrage konnte nicht gelesen werden.',
  },
  'an invalid setting': {
    send: (headers) => admin.request('PUT', '/admin/settings', { headers, body: { values: { 'site.accent': 'red' } } }),
    code: 'validation_failed',
    english: 'A color looks like #3B82F6.',
    german: 'Eine Farbe sieht wie #3B82F6 aus.',
    errorCount: 1,
  },
};

describe.each(Object.entries(cases))('%s', (_name, { send, code, english, german, errorCount = 0 }) => {
  test('is described in the language of the request, with the same code', async () => {
    const responses = [await send({}), await send({ 'accept-language': 'fr' }), await send(GERMAN)];
    expect(responses.map(({ body }) => [body.code, body.detail])).toEqual([
      [code, english],
      [code, english],
      [code, german],
    ]);
    const messages = (responses[2]?.body.errors ?? []).map(({ message }) => message);
    expect(messages).toEqual(Array.from({ length: errorCount }, () => german));
  });
});

test('so is the report of an import', async () => {
  const { body, headers } = await encodeForm({ archive: await zip({ 'notes.txt': 'x' }) });
  const send = async (more = {}) =>
    (await admin.request('POST', '/documents/import', { body, headers: { ...headers, ...more } })).body;
  const skipped = [await send(), await send(GERMAN)].map((report) => report['skipped']);
  expect(skipped).toEqual([
    [{ path: 'notes.txt', reason: 'Only Markdown files are imported, and the images and files in them.' }],
    [{ path: 'notes.txt', reason: 'Importiert werden nur Markdown-Dateien und die Bilder und Dateien darin.' }],
  ]);
});

test('so is a rate limit', async () => {
  const user = await hub.users.create('ADMIN');
  const send = (headers = {}) => user.request<Problem>('POST', '/admin/settings/mail-test', { headers });
  for (let n = 0; n < 10; n++) await send();
  expect((await send()).body).toMatchObject({
    code: 'too_many_requests',
    detail: expect.stringMatching(/^Too many attempts\. Please wait \d+ minutes and try again\.$/),
  });
  expect((await send(GERMAN)).body).toMatchObject({
    code: 'too_many_requests',
    detail: expect.stringMatching(
      /^Zu viele Versuche\. Bitte warten Sie \d+ Minuten und versuchen Sie es dann erneut\.$/,
    ),
  });
});

const saveName = async (headers = {}) =>
  (await admin.request('PUT', '/admin/settings', { headers, body: { values: { 'site.name': 'Hub' } } })).body;

test('and a sentence about success', async () => {
  expect([(await saveName())['message'], (await saveName(GERMAN))['message']]).toEqual([
    'Settings saved',
    'Einstellungen gespeichert',
  ]);
});

const createMember = async (language: string) => {
  const user = await hub.users.create();
  await hub.database.query('update users set email_verified_at = now() where id = $1', [user.id]);
  await user.request('PUT', '/profile', { body: { language } });
  return user;
};
const subjectsOf = (user: TestUser) =>
  server.received.filter(({ to }) => to === user.email).map(({ subject }) => subject);

const messageOf = async (user: TestUser) =>
  (await user.request<{ message: string }[]>('GET', '/notifications')).body.map(({ message }) => message);

test('mails and notifications are in the language of each user, else in that of the hub', async () => {
  await admin.request('PUT', '/admin/settings', { body: { values: { 'site.name': 'Hub' } } });
  const [german, english, other] = [await createMember('de'), await createMember('en'), await createMember('auto')];
  const category = await createForumCategory(admin);
  const thread = await createThread(admin, category.id, { title: 'Neuigkeiten' });
  for (const user of [german, english, other]) await user.request('PUT', `/forum/threads/${thread.id}/watch`);
  await admin.request('PUT', '/admin/settings', { body: { values: { 'site.language': 'de' } } });
  await reply(admin, thread.id);
  await waitFor(
    () => [german, english, other].map((user) => subjectsOf(user)),
    (subjects) => subjects.every((each) => each.some((subject) => /repl|Antwort/i.test(subject))),
  );
  expect([german, english, other].map((user) => subjectsOf(user).at(-1))).toEqual([
    'Neue Antwort',
    'New reply',
    'Neue Antwort',
  ]);
  expect([await messageOf(german), await messageOf(english)]).toEqual([
    ['Ada hat in „Neuigkeiten“ geantwortet.'],
    ['Ada replied in “Neuigkeiten”.'],
  ]);
  await reply(admin, thread.id);
  await waitFor(
    () => messageOf(german),
    ([message = '']) => message.startsWith('2'),
  );
  expect(await messageOf(german)).toEqual(['2 neue Antworten in „Neuigkeiten“.']);
  await german.request('PUT', '/notifications/settings', { body: { digest: 'daily', time_zone: 'Europe/Berlin' } });
  await hub.database.query(
    `update notification_settings
     set next_digest_at = now() - interval '1 hour', digested_at = now() - interval '1 day'`,
    [],
  );
  await hub.get(DigestScheduler).queueDue();
  await waitForJobs(hub.database, SEND_DIGEST);
  expect(subjectsOf(german).at(-1)).toBe('Ihre tägliche Zusammenfassung: Hub');
  await admin.request('PUT', '/admin/settings', { body: { values: { 'site.language': 'en' } } });
});
