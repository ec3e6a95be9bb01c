import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createRole } from './support/roles.js';
import type { SendRequest } from './support/http.js';
import { createDocument, setDocumentStatus } from './support/documents.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';

/*
 * The exact status of each action on a document and on a comment, by requester and state: 401 for guests who would have
 * to sign in, 404 for what the requester may not see, 403 for what they see but may not change.
 */

const customRoles = {
  TRANSLATOR: 'content.create',
  INTERNAL_READER: 'content.view_internal',
  PUBLISHER: 'content.publish',
  EDITOR_OF_ANY: 'content.edit_any',
  REMOVER: 'content.delete_any',
  MODERATOR: 'moderation.handle',
};

let hub: TestApp;
let admin: TestUser;
let author: TestUser;
const requesters = new Map<string, SendRequest>();
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  author = await hub.users.create('CONTRIBUTOR');
  requesters.set('guest', hub.request).set('author', author.request);
  for (const role of ['VIEWER', 'CONTRIBUTOR', 'REVIEWER', 'EDITOR', 'ADMIN'])
    requesters.set(role, (await hub.users.create(role)).request);
  for (const [name, permission] of Object.entries(customRoles)) {
    const role = await createRole(admin, [permission]);
    requesters.set(name, (await hub.users.create(role.name)).request);
  }
});
// One author writes more than the limit per minute.
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const states = ['DRAFT', 'IN_REVIEW', 'PUBLISHED', 'ARCHIVED', 'LOGGED_IN', 'INTERNAL', 'hidden'] as const;
type State = (typeof states)[number];

/** A document of the author in this state. LOGGED_IN, INTERNAL and hidden documents are published. */
async function documentIn(state: State): Promise<string> {
  const { id } = await createDocument(author, state === 'LOGGED_IN' ? { visibility: state } : {});
  if (state === 'INTERNAL') {
    const changed = await admin.request('PUT', `/admin/documents/${id}`, { body: { visibility: state } });
    expect(changed.status).toBe(200);
  }
  const isPublished = state === 'LOGGED_IN' || state === 'INTERNAL' || state === 'hidden';
  if (state !== 'DRAFT') await setDocumentStatus(admin, id, isPublished ? 'PUBLISHED' : state);
  if (state === 'hidden') await hub.database.query('update content_items set hidden_at = now() where id = $1', [id]);
  return id;
}

const actions = [
  'read',
  'comments',
  'history',
  'draft',
  'bookmark',
  'withdraw',
  'edit',
  'thumbnail',
  'archive',
  'review',
  'remove',
] as const;
type Action = (typeof actions)[number];
type Statuses = Record<Action, number>;

const every = (status: number) => Object.fromEntries(actions.map((action) => [action, status])) as Statuses;
const reader = { ...every(403), read: 200, comments: 200, bookmark: 201, withdraw: 404 };
const publisher = { ...reader, history: 200, draft: 404, archive: 200 };
const editor = { ...every(200), draft: 404, bookmark: 201, withdraw: 404 };

/** What a requester can do with a document, as statuses. */
const levels = {
  /** Reviewing is refused by the route, before the document is looked up. */
  hidden: { ...every(404), review: 403 },
  'hidden from a publisher': every(404),
  'hidden from a guest': { ...every(401), read: 404, comments: 404 },
  'readable by a guest': { ...every(401), read: 200, comments: 200 },
  readable: reader,
  removable: { ...reader, remove: 200 },
  editable: { ...editor, archive: 403, review: 403, remove: 403 },
  'editable, archived': { ...editor, review: 403, remove: 403 },
  'publisher, nothing to review': { ...publisher, review: 409 },
  publisher: { ...publisher, review: 200 },
  'editor, nothing to review': { ...editor, review: 409 },
  editor,
  author: { ...editor, review: 403 },
  'author, not to archive': { ...editor, review: 403, archive: 403 },
} satisfies Record<string, Statuses>;
type Level = keyof typeof levels;

const all = (level: Level, but: Partial<Record<State, Level>> = {}) =>
  ({ ...Object.fromEntries(states.map((state) => [state, level])), ...but }) as Record<State, Level>;

const table: Record<string, Record<State, Level>> = {
  guest: all('hidden from a guest', { PUBLISHED: 'readable by a guest' }),
  author: all('author', { DRAFT: 'author, not to archive', IN_REVIEW: 'author, not to archive' }),
  VIEWER: all('hidden', { PUBLISHED: 'readable', LOGGED_IN: 'readable' }),
  CONTRIBUTOR: all('hidden', { PUBLISHED: 'readable', LOGGED_IN: 'readable', INTERNAL: 'readable' }),
  REVIEWER: all('publisher, nothing to review', { IN_REVIEW: 'publisher' }),
  EDITOR: all('editor, nothing to review', { IN_REVIEW: 'editor' }),
  ADMIN: all('editor, nothing to review', { IN_REVIEW: 'editor' }),
  TRANSLATOR: all('hidden', { PUBLISHED: 'readable', LOGGED_IN: 'readable' }),
  INTERNAL_READER: all('hidden', { PUBLISHED: 'readable', LOGGED_IN: 'readable', INTERNAL: 'readable' }),
  PUBLISHER: all('publisher, nothing to review', { IN_REVIEW: 'publisher', INTERNAL: 'hidden from a publisher' }),
  EDITOR_OF_ANY: all('editable', { ARCHIVED: 'editable, archived', INTERNAL: 'hidden' }),
  REMOVER: all('hidden', { PUBLISHED: 'removable', LOGGED_IN: 'removable' }),
  MODERATOR: all('hidden', {
    IN_REVIEW: 'readable',
    PUBLISHED: 'readable',
    LOGGED_IN: 'readable',
    hidden: 'readable',
  }),
};

/** Of each state, for requests that read or are refused: these change nothing. */
const unchanged = new Map<State, string>();

async function statusesFor(request: SendRequest, state: State, expected: Statuses): Promise<Statuses> {
  const shared = unchanged.get(state) ?? (await documentIn(state));
  unchanged.set(state, shared);
  const idFor = (action: Action) => (expected[action] < 300 ? documentIn(state) : shared);
  const status = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    (await request(method, path, { ...(body && { body }) })).status;
  return {
    read: await status('GET', `/documents/${shared}`),
    comments: await status('GET', `/comments/document/${shared}`),
    history: await status('GET', `/documents/${shared}/revisions`),
    draft: await status('GET', `/documents/${shared}/draft`),
    bookmark: await status('POST', '/bookmarks', { content_type: 'document', content_id: shared }),
    withdraw: await status('DELETE', `/documents/${shared}/draft`),
    thumbnail: await status('DELETE', `/documents/${shared}/thumbnail`),
    edit: await status('PUT', `/admin/documents/${await idFor('edit')}`, { summary: 'Better.' }),
    archive: await status('PUT', `/documents/${await idFor('archive')}/status`, { status: 'ARCHIVED' }),
    review: await status('POST', `/documents/${await idFor('review')}/review`, { action: 'approve' }),
    remove: await status('DELETE', `/admin/documents/${await idFor('remove')}`),
  };
}

test('the tables name every requester', () => {
  for (const each of [table, commentTable]) expect(Object.keys(each).sort()).toEqual([...requesters.keys()].sort());
});

test.each(Object.entries(table))('%s and a document in each state', async (requester, levelIn) => {
  for (const state of states) {
    const expected = levels[levelIn[state]];
    expect([state, await statusesFor(requesters.get(requester)!, state, expected)]).toEqual([state, expected]);
  }
});

/** The states of a comment, with that of its document. */
const documentStates = {
  shown: 'PUBLISHED',
  hidden: 'PUBLISHED',
  'on a hidden document': 'hidden',
  'on a draft': 'DRAFT',
  'on an internal document': 'INTERNAL',
  deleted: 'PUBLISHED',
} as const;
type CommentState = keyof typeof documentStates;
const commentStates = Object.keys(documentStates) as CommentState[];

/** The statuses of an edit and of a deletion, in the order of the states above. */
const commentTable: Record<string, number[]> = {
  guest: [401, 401, 401, 401, 401, 401],
  author: [200, 200, 200, 200, 200, 404],
  VIEWER: [403, 404, 404, 404, 404, 404],
  CONTRIBUTOR: [403, 404, 404, 404, 403, 404],
  REVIEWER: [403, 404, 403, 403, 403, 404],
  EDITOR: [200, 200, 200, 200, 200, 404],
  ADMIN: [200, 200, 200, 200, 200, 404],
  TRANSLATOR: [403, 404, 404, 404, 404, 404],
  INTERNAL_READER: [403, 404, 404, 404, 403, 404],
  PUBLISHER: [403, 404, 403, 403, 404, 404],
  EDITOR_OF_ANY: [403, 404, 403, 403, 404, 404],
  REMOVER: [403, 404, 404, 404, 404, 404],
  MODERATOR: [200, 200, 200, 404, 404, 404],
};

/** A comment of the author, on the author's document. */
async function commentIn(state: CommentState): Promise<string> {
  const content_id = await documentIn(documentStates[state]);
  const { body } = await author.request<{ id: string }>('POST', '/comments', {
    body: { content_type: 'document', content_id, content: 'Well said.' },
  });
  if (state === 'hidden') await hub.database.query('update comments set hidden_at = now() where id = $1', [body.id]);
  if (state === 'deleted') expect((await author.request('DELETE', `/comments/${body.id}`)).status).toBe(200);
  return body.id;
}

const unchangedComments = new Map<CommentState, string>();

test.each(Object.entries(commentTable))('%s and a comment of the author in each state', async (requester, statuses) => {
  const request = requesters.get(requester)!;
  for (const [index, state] of commentStates.entries()) {
    const status = statuses[index]!;
    const known = status < 300 ? undefined : unchangedComments.get(state);
    const id = known ?? (await commentIn(state));
    if (status >= 300) unchangedComments.set(state, id);
    const edited = await request('PUT', `/comments/${id}`, { body: { content: 'Better said.' } });
    const removed = await request('DELETE', `/comments/${id}`);
    expect([state, edited.status, removed.status]).toEqual([state, status, status]);
  }
});
