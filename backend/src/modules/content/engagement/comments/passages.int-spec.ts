import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Passage } from '@hub/shared/passages';
import { createCategory, createDocument, setDocumentStatus } from '../../../../../test/support/documents.js';
import { createGroup, limitReading } from '../../../../../test/support/groups.js';
import { waitForJobs } from '../../../../../test/support/jobs.js';
import { createTestAppWithUsers, type TestApp } from '../../../../../test/support/test-app.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { createVideo } from '../../../../../test/support/videos.js';
import { Settings } from '../../../../platform/settings/settings.js';
import type { DocumentResponse } from '../../documents/documents.dto.js';
import type { DocumentDraftResponse } from '../../documents/revisions/revisions.dto.js';
import { editsNeedReview } from '../../items/review.settings.js';
import type { CommentResponse, CommentThreadResponse } from './comments.dto.js';

let hub: TestApp;
let author: TestUser;
let editor: TestUser;
let reviewer: TestUser;
let reader: TestUser;
beforeAll(async () => {
  ({ hub, author, editor, reviewer, reader } = await createTestAppWithUsers({
    author: 'CONTRIBUTOR',
    editor: 'EDITOR',
    reviewer: 'REVIEWER',
    reader: 'VIEWER',
  }));
});
afterAll(() => hub.close());

const content = 'Intro.\n\n## Set-up\n\nPress **the red key** now.\n\n## Use\n\nHold the red key.';
const passage: Passage = { quote: 'the red key', prefix: 'Press ', suffix: ' now.', heading: 'Set-up' };

const publish = async (fields: object = {}) =>
  setDocumentStatus(editor, (await createDocument(author, { content, ...fields })).id, 'PUBLISHED');
const say = (user: TestUser, content_id: string, fields: object = {}) =>
  user.request<CommentResponse>('POST', '/comments', {
    body: { content_type: 'document', content_id, content: 'Which one?', ...fields },
  });
const list = async (id: string, query = '', user: TestUser = reader) =>
  (await user.request<CommentThreadResponse[]>('GET', `/comments/document/${id}/threads${query}`)).body;
const resolve = (user: TestUser, id: string, is_resolved = true) =>
  user.request<CommentResponse>('PUT', `/comments/${id}/resolution`, { body: { is_resolved } });
const save = (id: string, text: string) =>
  editor.request<DocumentResponse>('PUT', `/admin/documents/${id}`, { body: { content: text } });

/** The comment after the document was saved with this text. */
async function readAfter(id: string, text: string): Promise<CommentResponse | null | undefined> {
  expect((await save(id, text)).status).toBe(200);
  await waitForJobs(hub.database, 'comments.move_passages');
  return (await list(id, '?passages=true'))[0]?.comment;
}

test('a comment is about a passage, and listed with it', async () => {
  const { id } = await publish();
  const { status, body } = await say(reader, id, { anchor: { ...passage, color: 'red' } });
  expect(status).toBe(201);
  expect(body).toMatchObject({ anchor: passage, is_outdated: false, resolved_at: null, resolved_by: null });
  expect(body.abilities?.resolve).toBe(true);
  await say(reader, id, { content: 'About all of it' });
  expect((await list(id)).map(({ comment }) => comment?.anchor?.quote ?? null)).toEqual([null, 'the red key']);
  expect((await list(id, '?passages=true')).map(({ comment }) => comment?.id)).toEqual([body.id]);
  expect((await list(id, '?passages=false')).map(({ comment }) => comment?.content)).toEqual(['About all of it']);
});

test.each<[name: string, anchor: unknown]>([
  ['without words', { ...passage, quote: ' ' }],
  ['of a number', 7],
  ['of a list', [passage]],
  ['without its surroundings', { quote: 'the red key' }],
  ['with words that are too long', { ...passage, quote: 'x'.repeat(2001) }],
])('a passage %s is refused', async (_name, anchor) => {
  const { id } = await publish();
  expect((await say(reader, id, { anchor })).status).toBe(400);
});

test('videos have no passages', async () => {
  const video = await createVideo(editor);
  const { status, body } = await say(reader, video.id, { content_type: 'video', anchor: passage });
  expect(status).toBe(400);
  expect(body).toMatchObject({ errors: [{ field: 'anchor' }] });
});

describe('with each save a passage', () => {
  test('moves along with its text, and is outdated when it is gone until it comes back', async () => {
    const { id } = await publish();
    await say(reader, id, { anchor: passage });
    const edited = content.replace('Press **the red key**', 'Slowly press the *big* red key');
    expect(await readAfter(id, edited)).toMatchObject({
      anchor: { quote: 'the big red key', prefix: expect.stringContaining('Slowly press '), heading: 'Set-up' },
      is_outdated: false,
    });
    expect(await readAfter(id, 'Nothing is left.')).toMatchObject({
      anchor: { quote: 'the big red key' },
      is_outdated: true,
    });
    expect(await readAfter(id, edited)).toMatchObject({ anchor: { quote: 'the big red key' }, is_outdated: false });
  });

  test('stays with its section when the same words come before it', async () => {
    const { id } = await publish();
    await say(reader, id, { anchor: passage });
    expect(await readAfter(id, `## Before\n\nPress the red key now.\n\n${content}`)).toMatchObject({
      anchor: { heading: 'Set-up' },
      is_outdated: false,
    });
  });
});

describe('resolving', () => {
  test('closes a comment for the list of open ones, tells its author and can be taken back', async () => {
    const { id } = await publish();
    const comment = (await say(reader, id, { anchor: passage })).body;
    expect((await resolve(author, comment.id)).body).toMatchObject({
      resolved_at: expect.any(String),
      resolved_by: author.name,
    });
    expect(await list(id, '?passages=true&resolved=false')).toEqual([]);
    expect(await list(id, '?resolved=true')).toHaveLength(1);
    await waitForJobs(hub.database, 'event');
    const { body } = await reader.request<{ notifications: { kind: string }[] }>('GET', '/notifications');
    expect(JSON.stringify(body)).toContain('comment_resolved');
    expect((await resolve(reader, comment.id, false)).body).toMatchObject({ resolved_at: null, resolved_by: null });
  });

  test('is not for other readers, for replies, or for comments about no passage', async () => {
    const { id } = await publish();
    const comment = (await say(reader, id, { anchor: passage })).body;
    const other = await hub.users.create('VIEWER');
    expect((await resolve(other, comment.id)).status).toBe(403);
    const reply = (await say(other, id, { parent_id: comment.id, anchor: passage })).body;
    expect(reply.anchor).toBeNull();
    expect((await resolve(other, reply.id)).status).toBe(409);
    expect((await resolve(reader, (await say(reader, id)).body.id)).status).toBe(409);
  });
});

async function submit(id: string, text: string): Promise<string> {
  await author.request('PUT', `/admin/documents/${id}`, { body: { content: text } });
  return (await author.request<DocumentDraftResponse>('GET', `/documents/${id}/draft`)).body.id;
}

describe('in a review', () => {
  beforeAll(() => hub.get(Settings).set(editsNeedReview, true, null));
  afterAll(() => hub.get(Settings).set(editsNeedReview, false, null));

  test('comments are for the author of the text and reviewers only, and stay with its next version', async () => {
    const { id } = await publish();
    const revision_id = await submit(id, content.replace('red', 'green'));
    const anchor = { ...passage, quote: 'the green key' };
    const comment = (await say(reviewer, id, { revision_id, anchor })).body;
    const reply = (await say(author, id, { content: 'The left one.', parent_id: comment.id })).body;
    expect(reply.revision_id).toBe(revision_id);
    expect(await list(id, '', reviewer)).toEqual([]);
    const ofReview = `?revision_id=${revision_id}`;
    expect((await list(id, ofReview, author))[0]).toMatchObject({ id: comment.id, replies: [{ id: reply.id }] });
    expect(await list(id, ofReview)).toEqual([]);
    const listed = await reader.request<CommentResponse[]>('GET', `/comments/document/${id}?root_id=${comment.id}`);
    expect(listed.body).toEqual([]);
    expect((await say(reader, id, { revision_id })).status).toBe(404);
    expect((await say(reader, id, { parent_id: comment.id })).status).toBe(404);

    const next = await submit(id, content.replace('red', 'blue'));
    expect((await list(id, `?revision_id=${next}`, reviewer)).map((thread) => thread.id)).toEqual([comment.id]);
    expect((await resolve(author, comment.id)).status).toBe(200);
  });

  test('comments are not for reviewers who may not write in the category', async () => {
    const admin = await hub.users.create('ADMIN');
    const category = await createCategory(admin, { name: 'Others write' });
    const { id } = await publish({ category_id: category.id });
    const revision_id = await submit(id, content.replace('red', 'green'));
    await say(reviewer, id, { revision_id });
    const ofReview = `?revision_id=${revision_id}`;
    expect(await list(id, ofReview, reviewer)).toHaveLength(1);
    await limitReading(admin, `/categories/${category.id}`, null, {
      write_group_ids: [await createGroup(hub, 'Authors', [author])],
    });
    expect(await list(id, ofReview, reviewer)).toEqual([]);
    expect(await list(id, ofReview, author)).toHaveLength(1);
  });

  test('comments go with an edit that is withdrawn', async () => {
    const { id } = await publish();
    const revision_id = await submit(id, `${content}\n\nMore.`);
    const { body } = await say(reviewer, id, { revision_id });
    await author.request('DELETE', `/documents/${id}/draft`);
    expect(await hub.database.query('select id from comments where id = $1', [body.id])).toEqual([]);
  });
});
