import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setDocumentStatus, createDocument } from '../../../../../test/support/documents.js';
import { encodeForm } from '../../../../../test/support/forms.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { createPng } from '../../../../../test/support/images.js';
import { createTestAppWithUsers, type TestApp } from '../../../../../test/support/test-app.js';
import type { DocumentResponse } from '../../documents/documents.dto.js';
import type { CommentResponse } from './comments.dto.js';

let hub: TestApp;
let editor: TestUser;
let ann: TestUser;
let bob: TestUser;
let document: DocumentResponse;
beforeAll(async () => {
  ({ hub, editor } = await createTestAppWithUsers({ editor: 'EDITOR' }));
  [ann, bob] = [await hub.users.create('VIEWER', 'Ann Example'), await hub.users.create('VIEWER', 'Bob Example')];
});
beforeEach(async () => {
  document = await createDocument(editor, { status: 'PUBLISHED' });
});
afterAll(() => hub.close());

const say = (user: TestUser, content: string) =>
  user.request<CommentResponse>('POST', '/comments', {
    body: { content_type: 'document', content_id: document.id, content },
  });
const list = (request = hub.request, query = '') =>
  request<CommentResponse[]>('GET', `/comments/document/${document.id}${query}`);
const texts = async (request = hub.request) => (await list(request)).body.map(({ content }) => content);
const change = (user: TestUser, id: string, content: string) =>
  user.request<CommentResponse>('PUT', `/comments/${id}`, { body: { content } });
const remove = (user: TestUser, id: string) => user.request('DELETE', `/comments/${id}`);

test('all who see the document see its comments with their authors', async () => {
  const { status, body } = await say(ann, '  Well said.\n\nReally. ');
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.any(String),
    content_type: 'document',
    content_id: document.id,
    root_id: null,
    parent_id: null,
    parent_author: null,
    content: 'Well said.\n\nReally.',
    author: { id: ann.id, name: 'Ann Example', handle: ann.handle, role: 'VIEWER', picture: null, avatar_url: null },
    mentions: [],
    is_hidden: false,
    created_at: expect.any(String),
    edited_at: null,
    edited_by_moderator: false,
    anchor: null,
    is_outdated: false,
    resolved_at: null,
    resolved_by: null,
    revision_id: null,
    abilities: { edit: true, delete: true, resolve: false },
  });
  const { abilities: _own, ...seen } = body;
  expect((await list()).body).toEqual([seen]);
  expect((await hub.request('GET', `/comments/document/${document.slug}`)).body).toEqual([seen]);
  expect((await list(bob.request)).body[0]?.abilities).toMatchObject({ edit: false, delete: false });
  expect((await list(editor.request)).body[0]?.abilities).toMatchObject({ edit: true, delete: true });
});

test('lists the newest first, in pages', async () => {
  for (let i = 1; i <= 5; i++) await say(ann, `Comment ${i}`);
  const { body, headers } = await list(hub.request, '?limit=2&page=2');
  expect([body.map(({ content }) => content), headers['x-total-count']]).toEqual([['Comment 3', 'Comment 2'], '5']);
  for (const [request, most] of [
    [hub.request, 2],
    [ann.request, 3],
  ] as const)
    expect(await hub.statementsOf(() => list(request))).toHaveLength(most);
});

test('returns the page of a comment, or of its former place after deletion', async () => {
  const ids: string[] = [];
  for (let i = 1; i <= 5; i++) ids.push((await say(ann, `Comment ${i}`)).body.id);
  const around = async (id: string | undefined) => {
    const { status, body, headers } = await list(hub.request, `?limit=2&page=9&at=${id}`);
    expect(status).toBe(200);
    return [
      body.map(({ content }) => content),
      /page=(\d)[^<]*rel="prev"/.exec(String(headers['link']))?.[1],
      /page=(\d)[^<]*rel="next"/.exec(String(headers['link']))?.[1],
    ];
  };
  expect(await around(ids[1])).toEqual([['Comment 3', 'Comment 2'], '1', '3']);
  expect(await around(ids[0])).toEqual([['Comment 1'], '2', undefined]);
  expect(await around(ids[4])).toEqual([['Comment 5', 'Comment 4'], undefined, '2']);
  await remove(ann, ids[1]!);
  expect(await around(ids[1])).toEqual([['Comment 3', 'Comment 1'], '1', undefined]);
  await remove(ann, ids[0]!);
  expect(await around(ids[0])).toEqual([['Comment 3'], '1', undefined]);
  // An id is a place by its time: this one is after all comments, which come latest first.
  expect(await around('ffffffff-ffff-7fff-bfff-ffffffffffff')).toEqual([['Comment 5', 'Comment 4'], undefined, '2']);
  expect((await list(hub.request, '?at=none')).status).toBe(400);
  expect((await list(hub.request, `?at=${ids[2]}`)).headers['link']).not.toContain('at=');
  expect(await hub.statementsOf(() => list(hub.request, `?at=${ids[2]}`))).toHaveLength(2);
});

test('keyset pages neither repeat nor omit comments when others come or go', async () => {
  const ids: string[] = [];
  for (let i = 1; i <= 6; i++) ids.push((await say(ann, `Comment ${i}`)).body.id);
  const beside = async (query: string) => {
    const { body, headers } = await list(hub.request, `?limit=2&${query}`);
    const to = (rel: string) =>
      new RegExp(`[?&]((?:before|after)=[^&>]*)[^<]*rel="${rel}"`).exec(String(headers['link']))?.[1];
    return [body.map(({ content }) => content), to('prev'), to('next'), headers['x-total-count']];
  };
  const [one, two, three, four, five, six] = ids as [string, string, string, string, string, string];
  expect(await beside(`before=${five}`)).toEqual([['Comment 4', 'Comment 3'], `after=${four}`, `before=${three}`, '6']);
  expect(await beside(`after=${two}`)).toEqual([['Comment 4', 'Comment 3'], `after=${four}`, `before=${three}`, '6']);
  for (const gone of [six, five]) await remove(ann, gone);
  // By pages this would be 2 and 1.
  expect(await beside(`before=${five}`)).toEqual([['Comment 4', 'Comment 3'], `after=${four}`, `before=${three}`, '4']);
  expect(await beside(`before=${three}`)).toEqual([['Comment 2', 'Comment 1'], `after=${two}`, undefined, '4']);
  expect(await beside(`after=${three}`)).toEqual([['Comment 4'], undefined, `before=${four}`, '4']);
  expect(await beside(`before=${one}`)).toEqual([[], undefined, undefined, '4']);
  for (const name of ['before', 'after']) expect((await list(hub.request, `?${name}=none`)).status).toBe(400);
  expect(await hub.statementsOf(() => list(hub.request, `?before=${three}`))).toHaveLength(2);
});

test('rejects blank and too long comments, and guests with 401', async () => {
  for (const content of ['', '  \n\t ', '\u200B', '\u2060 \uFEFF\u200D', '\u00AD\u3164\u2800', 'x'.repeat(10_001)])
    expect(await say(ann, content)).toMatchObject({ status: 400, body: { errors: [{ field: 'content' }] } });
  expect(
    (
      await hub.request('POST', '/comments', {
        body: { content_type: 'document', content_id: document.id, content: 'x' },
      })
    ).status,
  ).toBe(401);
  expect(await texts()).toEqual([]);
});

test('the same idempotency key creates one comment', async () => {
  const repeated = {
    body: { content_type: 'document', content_id: document.id, content: 'Once' },
    headers: { 'idempotency-key': randomUUID() },
  };
  const responses = await Promise.all(Array.from({ length: 10 }, () => ann.request('POST', '/comments', repeated)));
  expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(await texts()).toEqual(['Once']);
});

test('only the author edits a comment, and it is marked as edited', async () => {
  const { id } = (await say(ann, 'First')).body;
  expect(await change(bob, id, 'Mine')).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
  expect(await change(ann, id, 'First')).toMatchObject({ status: 200, body: { edited_at: null } });
  expect(await change(ann, id, 'Second')).toMatchObject({
    status: 200,
    body: { content: 'Second', edited_at: expect.any(String) },
  });
  for (const blank of [' ', '\u200B']) expect((await change(ann, id, blank)).status).toBe(400);
  expect(await texts()).toEqual(['Second']);
});

test('a deleted comment is visible to no user, and its row remains', async () => {
  const { id } = (await say(ann, 'Gone')).body;
  await say(ann, 'Stays');
  expect((await remove(bob, id)).status).toBe(403);
  expect(await remove(ann, id)).toMatchObject({ status: 200, body: { message: expect.any(String) } });
  for (const request of [hub.request, ann.request, editor.request])
    expect([await texts(request), (await list(request)).headers['x-total-count']]).toEqual([['Stays'], '1']);
  for (const user of [ann, editor])
    expect([(await remove(user, id)).status, (await change(user, id, 'Back')).status]).toEqual([404, 404]);
  expect(await hub.database.query('select content from comments where id = $1', [id])).toEqual([{ content: 'Gone' }]);
});

test('moderators edit and delete any comment, with an audit entry; changes to own comments have none', async () => {
  const { id } = (await say(ann, 'Rude')).body;
  await change(ann, id, 'Very rude');
  expect((await change(editor, id, 'Polite')).status).toBe(200);
  expect((await remove(editor, id)).status).toBe(200);
  const own = (await say(editor, 'Own')).body;
  await remove(editor, own.id);
  const log = await hub.database.query(
    `select actor_id, action, before, after from audit_log where subject_type = 'comment' order by id`,
  );
  expect(log).toEqual([
    {
      actor_id: editor.id,
      action: 'comment.edited',
      before: { author_id: ann.id, content: 'Very rude' },
      after: { content: 'Polite' },
    },
    { actor_id: editor.id, action: 'comment.deleted', before: { author_id: ann.id, content: 'Polite' }, after: null },
  ]);
});

test('a comment is marked as edited by a moderator until its author edits it', async () => {
  const { id } = (await say(ann, 'Rude')).body;
  expect((await change(editor, id, 'Polite')).body).toMatchObject({
    edited_by_moderator: true,
    author: { id: ann.id },
  });
  expect((await list()).body).toMatchObject([
    { content: 'Polite', edited_at: expect.any(String), edited_by_moderator: true },
  ]);
  expect((await change(ann, id, 'Mine again')).body.edited_by_moderator).toBe(false);
  const own = (await say(editor, 'Own')).body;
  expect((await change(editor, own.id, 'My own')).body.edited_by_moderator).toBe(false);
});

test('mentions list existing users by handle in any letter case', async () => {
  const { body } = await say(ann, `@${bob.handle.toUpperCase()} and @${ann.handle} and @nobody-at-all`);
  expect(body.mentions).toEqual([
    { id: ann.id, name: 'Ann Example', handle: ann.handle },
    { id: bob.id, name: 'Bob Example', handle: bob.handle },
  ]);
  expect((await change(ann, body.id, 'Nobody')).body.mentions).toEqual([]);
});

describe('a comment follows its document', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = (await say(ann, 'Seen')).body);
  });

  test('who may not see the document cannot read, add, edit or delete comments, including own ones', async () => {
    await setDocumentStatus(editor, document.id, 'DRAFT');
    for (const request of [hub.request, ann.request]) expect((await list(request)).status).toBe(404);
    expect([
      (await say(ann, 'More')).status,
      (await change(ann, id, 'Other')).status,
      (await remove(ann, id)).status,
    ]).toEqual([404, 404, 404]);
    expect(await texts(editor.request)).toEqual(['Seen']);
    await setDocumentStatus(editor, document.id, 'PUBLISHED');
    expect(await texts()).toEqual(['Seen']);
  });

  test('unknown ids are 404', async () => {
    for (const path of [
      `video/${document.id}`,
      `document/${randomUUID()}`,
      'document/none-such',
      `thread/${document.id}`,
      'constructor/x',
      `document/%27`,
    ])
      expect((await hub.request('GET', `/comments/${path}`)).status).toBe(404);
    for (const path of ['none', randomUUID()])
      expect((await ann.request('DELETE', `/comments/${path}`)).status).toBe(404);
  });

  test('a hidden comment is visible to its author and moderators', async () => {
    await hub.database.query('update comments set hidden_at = now() where id = $1', [id]);
    expect([await texts(), await texts(bob.request)]).toEqual([[], []]);
    for (const request of [ann.request, editor.request])
      expect((await list(request)).body).toMatchObject([{ content: 'Seen', is_hidden: true }]);
    expect([(await list()).headers['x-total-count'], (await list(ann.request)).headers['x-total-count']]).toEqual([
      '0',
      '1',
    ]);
    expect((await change(bob, id, 'x')).status).toBe(404);
  });

  test('a comment during the deletion of the document is 404 or not listed', async () => {
    const responses = Promise.all(Array.from({ length: 10 }, (_, i) => say(ann, `Late ${i}`)));
    expect((await editor.request('DELETE', `/admin/documents/${document.id}`)).status).toBe(200);
    const statuses = new Set((await responses).map(({ status }) => status));
    expect([201, 404]).toEqual(expect.arrayContaining([...statuses]));
    expect((await list()).status).toBe(404);
    await editor.request('DELETE', `/trash/document/${document.id}`);
    expect(await hub.database.query('select id from comments where item_id = $1', [document.id])).toEqual([]);
  });
});

test('an image in a comment is readable for all who see the comment', async () => {
  const upload = await ann.request<{ url: string }>('POST', '/images', await encodeForm({ image: await createPng() }));
  const url = upload.body.url.replace(/^\/api/, '');
  const reads = async (request = hub.request) => (await request('GET', url)).status;
  expect([await reads(), await reads(bob.request)]).toEqual([404, 404]);
  const { id } = (await say(ann, `Look: ![](${upload.body.url})`)).body;
  expect([await reads(), await reads(bob.request)]).toEqual([200, 200]);
  await setDocumentStatus(editor, document.id, 'ARCHIVED');
  expect([await reads(), await reads(editor.request)]).toEqual([404, 200]);
  await setDocumentStatus(editor, document.id, 'PUBLISHED');
  await hub.database.query('update comments set hidden_at = now() where id = $1', [id]);
  expect([await reads(bob.request), await reads(editor.request)]).toEqual([404, 200]);
  await remove(ann, id);
  expect([await reads(bob.request), await reads(editor.request)]).toEqual([404, 404]);
  await hub.database.query('update comments set deleted_at = null where id = $1', [id]);
  await editor.request('DELETE', `/admin/documents/${document.id}`);
  await editor.request('DELETE', `/trash/document/${document.id}`);
  expect(await hub.database.query(`select file_id from file_uses where subject_type = 'comment'`)).toEqual([]);
});
