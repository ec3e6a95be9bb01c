import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import { createReportedItem, report } from '../../../../test/support/reports.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { reportedTypes } from './reported-subjects.service.js';

let hub: TestApp;
let admin: TestUser;
let reader: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  reader = await hub.users.create();
});
afterAll(() => hub.close());

const reportsOf = (id: string) =>
  hub.database.query<{ reporter_id: string; reason: string; state: string }>(
    'select reporter_id, reason, state from reports where subject_id = $1 order by id',
    [id],
  );

test.each(reportedTypes)(
  'a report of a %s is stored once per user, and refused to its author and guests',
  async (type) => {
    const item = await createReportedItem(hub, admin, type);
    expect(await report(item.author.request, item)).toMatchObject({ status: 403, body: { code: 'own_item' } });
    expect((await report(hub.request, item)).status).toBe(401);
    expect((await report(reader.request, { type, id: randomUUID() })).status).toBe(404);
    for (const other of reportedTypes)
      if (other !== type) expect((await report(reader.request, { type: other, id: item.id })).status).toBe(404);
    expect(await reportsOf(item.id)).toEqual([]);
    expect(await report(reader.request, item, { reason: '  Advertisement\nagain ' })).toMatchObject({
      status: 201,
      body: { message: 'Thank you. The moderators will review it.' },
    });
    expect(await report(reader.request, { type, id: item.id.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'already_reported', detail: 'You have already reported this.' },
    });
    expect(await reportsOf(item.id)).toEqual([
      { reporter_id: reader.id, reason: 'Advertisement\nagain', state: 'OPEN' },
    ]);
  },
);

test('what the user may not see cannot be reported', async () => {
  const author = await hub.users.create('CONTRIBUTOR');
  const draft = { type: 'document', id: (await createDocument(author)).id };
  const seen = { ...draft, id: (await createDocument(author, { visibility: 'LOGGED_IN' })).id };
  await setDocumentStatus(admin, seen.id, 'PUBLISHED');
  const body = { content_type: 'document', content_id: draft.id, content: 'A note' };
  const { id } = (await author.request<{ id: string }>('POST', '/comments', { body })).body;
  expect(await report(reader.request, draft)).toMatchObject({
    status: 404,
    body: { detail: 'This document does not exist or is not visible to you.' },
  });
  expect((await report(reader.request, { type: 'comment', id })).status).toBe(404);
  expect((await report(reader.request, seen)).status).toBe(201);
  expect((await report(admin.request, draft)).status).toBe(201);
});

test('deleted threads, posts and comments cannot be reported', async () => {
  const [thread, post, comment] = [
    await createReportedItem(hub, admin, 'thread'),
    await createReportedItem(hub, admin, 'post'),
    await createReportedItem(hub, admin, 'comment'),
  ];
  for (const path of [thread.path, post.path, `/comments/${comment.id}`])
    expect((await admin.request('DELETE', path)).status).toBe(200);
  for (const item of [thread, post, comment]) expect((await report(reader.request, item)).status).toBe(404);
});

test('a reason has 3 to 1000 visible characters', async () => {
  const item = await createReportedItem(hub, admin, 'thread');
  for (const reason of ['', ' no ', '\u200b\u200b\u200b\u200b', 'x'.repeat(1001)])
    expect([reason, (await report(reader.request, item, { reason })).status]).toEqual([reason, 400]);
  expect((await report(reader.request, item, { reason: 'x'.repeat(1000) })).status).toBe(201);
});

test('with an Idempotency-Key a repeat returns the first response', async () => {
  const item = await createReportedItem(hub, admin, 'document');
  const send = () =>
    reader.request('POST', '/reports', {
      body: { item_type: item.type, item_id: item.id, reason: 'Advertisement' },
      headers: { 'idempotency-key': 'report-of-a-test' },
    });
  const [first, second] = [await send(), await send()];
  expect([second.status, second.text]).toEqual([201, first.text]);
  expect(await reportsOf(item.id)).toHaveLength(1);
});

test('parallel reports by one user are one', async () => {
  const item = await createReportedItem(hub, admin, 'thread');
  const responses = await Promise.all(Array.from({ length: 5 }, () => report(reader.request, item)));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
});

test('a user can send 30 reports an hour', async () => {
  const many = await hub.users.create();
  const item = await createReportedItem(hub, admin, 'thread');
  expect((await report(many.request, item)).status).toBe(201);
  await hub.database.query(
    `update rate_limits set hits = 30 where hits = 1 and expires_at > now() + interval '59 min'`,
  );
  const response = await report(many.request, await createReportedItem(hub, admin, 'thread'));
  expect(response).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
  expect(response.body.detail).toMatch(/^You have sent many reports\. Please wait/);
});
