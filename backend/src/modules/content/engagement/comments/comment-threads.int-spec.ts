import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { QueryCache } from '../../../../platform/cache/query-cache.js';
import { createDocument } from '../../../../../test/support/documents.js';
import { createTestAppWithUsers, type TestApp } from '../../../../../test/support/test-app.js';
import type { TestUser } from '../../../../../test/support/users.js';
import type { DocumentResponse } from '../../documents/documents.dto.js';
import type { CommentResponse, CommentThreadResponse } from './comments.dto.js';
import { REPLIES_PER_COMMENT } from './comments.queries.js';

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

const send = (user: TestUser, content: string, parent_id?: string | null, content_id = document.id) =>
  user.request<CommentResponse>('POST', '/comments', {
    body: { content_type: 'document', content_id, content, parent_id },
  });
async function say(user: TestUser, content: string, parent_id?: string): Promise<string> {
  const { status, body } = await send(user, content, parent_id);
  expect(status).toBe(201);
  return body.id;
}
const path = () => `/comments/document/${document.id}`;
const list = (query = '', request = hub.request) =>
  request<CommentThreadResponse[]>('GET', `${path()}/threads${query}`);
/** Texts of the top-level comments, each with those of its replies. */
const read = async (query = '?order=oldest', request = hub.request) =>
  (await list(query, request)).body.map(({ comment, replies }) => [
    comment?.content ?? null,
    ...replies.map(({ content }) => content),
  ]);
const remove = (user: TestUser, id: string) => user.request('DELETE', `/comments/${id}`);
async function hide(id: string): Promise<void> {
  await hub.database.query('update comments set hidden_at = now() where id = $1', [id]);
  hub.get(QueryCache).invalidate();
}

test('a reply is listed below the top-level comment with the name of the parent author', async () => {
  const question = await say(ann, 'Question');
  await say(ann, 'Other');
  const answer = await say(bob, 'Answer', question);
  const thanks = await send(ann, 'Thanks', answer);
  expect(thanks.body).toMatchObject({ root_id: question, parent_id: answer, parent_author: 'Bob Example' });
  expect(await read()).toEqual([['Question', 'Answer', 'Thanks'], ['Other']]);
  expect(await read('')).toEqual([['Other'], ['Question', 'Answer', 'Thanks']]);
  const { body, headers } = await list('?order=oldest');
  expect(headers['x-total-count']).toBe('4');
  expect(body[0]).toMatchObject({
    id: question,
    comment: { root_id: null, parent_id: null, parent_author: null },
    reply_count: 2,
    replies_before: 0,
    replies: [{ root_id: question, parent_id: question, parent_author: 'Ann Example' }, { id: thanks.body.id }],
  });
});

test('the flat list has replies among the others, the newest first', async () => {
  const question = await say(ann, 'Question');
  await say(ann, 'Other');
  await say(bob, 'Answer', question);
  const texts = async (query: string) =>
    (await hub.request<CommentResponse[]>('GET', path() + query)).body.map(({ content }) => content);
  expect(await texts('')).toEqual(['Answer', 'Other', 'Question']);
  expect(await texts('?order=oldest')).toEqual(['Question', 'Other', 'Answer']);
  expect(await texts(`?root_id=${question}`)).toEqual(['Answer']);
  expect((await hub.request('GET', `${path()}?order=best`)).status).toBe(400);
});

test('a comment that is not visible or on other content cannot be a parent', async () => {
  const other = await createDocument(editor, { status: 'PUBLISHED' });
  const [elsewhere, deleted, hidden] = [
    (await send(ann, 'Elsewhere', null, other.id)).body.id,
    await say(ann, 'Deleted'),
    await say(ann, 'Hidden'),
  ];
  await remove(ann, deleted);
  await hide(hidden);
  for (const id of [elsewhere, deleted, hidden, randomUUID()])
    expect(await send(bob, 'Reply', id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await send(bob, 'Reply', 'none')).status).toBe(400);
  expect((await send(editor, 'Reply', hidden)).status).toBe(201);
});

describe('a comment with replies', () => {
  let question: string;
  beforeEach(async () => {
    question = await say(ann, 'Question');
    await say(bob, 'Answer', question);
  });

  test('is listed without text and author after its deletion, as long as it has replies', async () => {
    await remove(ann, question);
    expect(await read()).toEqual([[null, 'Answer']]);
    expect(await read(undefined, editor.request)).toEqual([[null, 'Answer']]);
    const { body, headers, text } = await list();
    expect(headers['x-total-count']).toBe('1');
    expect(body[0]!.replies[0]!.parent_author).toBeNull();
    expect(text).not.toMatch(/Ann Example|Question/);
    await remove(bob, body[0]!.replies[0]!.id);
    expect(await read()).toEqual([]);
  });

  test('is listed without text and author for users it is hidden from', async () => {
    await hide(question);
    expect(await read()).toEqual([[null, 'Answer']]);
    for (const { request } of [ann, editor]) expect(await read(undefined, request)).toEqual([['Question', 'Answer']]);
    const reply = (await list()).body[0]!.replies[0]!.id;
    await hide(reply);
    expect(await read()).toEqual([]);
    expect(await read(undefined, bob.request)).toEqual([[null, 'Answer']]);
    expect((await list('', bob.request)).body[0]).toMatchObject({ comment: null, reply_count: 1 });
  });
});

test('lists the first replies, those around a linked one, and the others on request', async () => {
  const question = await say(ann, 'Question');
  const ids: string[] = [];
  for (let number = 1; number <= REPLIES_PER_COMMENT * 2 + 1; number++)
    ids.push(await say(bob, String(number), question));
  expect(await read()).toEqual([['Question', '1', '2', '3', '4', '5']]);
  expect((await list()).body[0]).toMatchObject({ reply_count: 11, replies_before: 0 });
  const window = async (at: string) => {
    const [thread] = (await list(`?at=${at}&limit=1&order=oldest`)).body;
    return [thread!.replies_before, ...thread!.replies.map(({ content }) => content)];
  };
  expect(await window(ids[6]!)).toEqual([5, '6', '7', '8', '9', '10']);
  expect(await window(ids[10]!)).toEqual([10, '11']);
  expect(await window(question)).toEqual([0, '1', '2', '3', '4', '5']);
  await remove(bob, ids[10]!);
  expect(await window(ids[10]!)).toEqual([5, '6', '7', '8', '9', '10']);

  const more = async (query: string) => {
    const { body, headers } = await hub.request<CommentResponse[]>(
      'GET',
      `${path()}?root_id=${question}&order=oldest&limit=3&${query}`,
    );
    const links = [...String(headers['link']).matchAll(/rel="(prev|next)"/g)].map(([, rel]) => rel);
    return [body.map(({ content }) => content), links];
  };
  expect(await more(`after=${ids[4]}`)).toEqual([
    ['6', '7', '8'],
    ['prev', 'next'],
  ]);
  expect(await more(`after=${ids[7]}`)).toEqual([['9', '10'], ['prev']]);
  expect(await more(`before=${ids[5]}`)).toEqual([
    ['3', '4', '5'],
    ['prev', 'next'],
  ]);
  expect(await more(`before=${ids[2]}`)).toEqual([['1', '2'], ['next']]);
});

const readPage = async (query: string) => {
  const { headers } = await list(`?limit=2&${query}`);
  const to = (rel: string) =>
    new RegExp(`[?&]((?:before|after|page)=[^&>]*)[^<]*rel="${rel}"`).exec(String(headers['link']))?.[1];
  return [(await read(`?limit=2&${query}`)).map(([text]) => text), to('prev'), to('next'), to('last')];
};

test('pages of top-level comments, in both orders and around a linked reply', async () => {
  const ids: string[] = [];
  for (let number = 1; number <= 5; number++) ids.push(await say(ann, String(number)));
  const reply = await say(bob, 'Reply', ids[3]);
  expect(await readPage('order=oldest')).toEqual([['1', '2'], undefined, 'page=2', undefined]);
  expect(await readPage(`order=oldest&after=${ids[1]}`)).toEqual([
    ['3', '4'],
    `before=${ids[2]}`,
    `after=${ids[3]}`,
    undefined,
  ]);
  expect(await readPage(`order=oldest&before=${ids[3]}`)).toEqual([
    ['2', '3'],
    `before=${ids[1]}`,
    `after=${ids[2]}`,
    undefined,
  ]);
  expect(await readPage(`order=oldest&at=${reply}`)).toEqual([['3', '4'], 'page=1', 'page=3', undefined]);
  expect(await readPage(`at=${reply}`)).toEqual([['5', '4'], undefined, 'page=2', undefined]);
  expect(await readPage(`after=${ids[1]}`)).toEqual([['4', '3'], `after=${ids[3]}`, `before=${ids[2]}`, undefined]);
  await remove(ann, ids[4]!);
  // The page of its former neighbours.
  expect(await readPage(`order=oldest&at=${ids[4]}`)).toEqual([['3', '4'], 'page=1', undefined, undefined]);
  for (const query of ['', `?at=${reply}`, `?after=${ids[0]}`])
    expect(await hub.statementsOf(() => list(query))).toHaveLength(2);
});

test('threads of what the reader may not see are 404', async () => {
  const draft = await createDocument(editor);
  for (const id of [draft.id, randomUUID(), 'none-such'])
    expect((await ann.request('GET', `/comments/document/${id}/threads`)).status).toBe(404);
  expect((await editor.request('GET', `/comments/document/${draft.slug}/threads`)).status).toBe(200);
  expect((await editor.request('GET', `/comments/thread/${draft.id}/threads`)).status).toBe(404);
});

test('purging an item deletes its replies', async () => {
  const question = await say(ann, 'Question');
  await say(bob, 'Answer', await say(bob, 'Answer', question));
  for (const parent of ['/admin/documents', '/trash/document'])
    expect((await editor.request('DELETE', `${parent}/${document.id}`)).status).toBe(200);
  expect(await hub.database.query('select id from comments where item_id = $1', [document.id])).toEqual([]);
});
