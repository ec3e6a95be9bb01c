import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
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

type Action =
  | 'read'
  | 'comments'
  | 'history'
  | 'draft'
  | 'bookmark'
  | 'withdraw'
  | 'edit'
  | 'thumbnail'
  | 'archive'
  | 'review'
  | 'remove';
type Statuses = Record<Action, number>;

const every = (status: number): Statuses => ({
  read: status,
  comments: status,
  history: status,
  draft: status,
  bookmark: status,
  withdraw: status,
  edit: status,
  thumbnail: status,
  archive: status,
  review: status,
  remove: status,
});

/** What a requester can do with a document, as statuses. */
const levels = {
  /** Reviewing is refused by the route, before the document is looked up. */
  hidden: { ...every(404), review: 403 },
  'hidden from a publisher': every(404),
  'hidden from a guest': { ...every(401), read: 404, comments: 404 },
  'readable by a guest': { ...every(401), read: 200, comments: 200 },
  readable: { ...every(403), read: 200, comments: 200, bookmark: 201, withdraw: 404 },
  removable: { ...every(403), read: 200, comments: 200, bookmark: 201, withdraw: 404, remove: 200 },
  editable: { ...every(200), draft: 404, bookmark: 201, withdraw: 404, archive: 403, review: 403, remove: 403 },
  'editable, archived': {
    ...every(200),
    draft: 404,
    bookmark: 201,
    withdraw: 404,
    review: 403,
    remove: 403,
  },
  'publisher, nothing to review': {
    ...every(403),
    read: 200,
    comments: 200,
    history: 200,
    draft: 404,
    bookmark: 201,
    withdraw: 404,
    archive: 200,
    review: 409,
  },
  publisher: {
    ...every(403),
    read: 200,
    comments: 200,
    history: 200,
    draft: 404,
    bookmark: 201,
    withdraw: 404,
    archive: 200,
    review: 200,
  },
  'editor, nothing to review': { ...every(200), draft: 404, bookmark: 201, withdraw: 404, review: 409 },
  editor: { ...every(200), draft: 404, bookmark: 201, withdraw: 404 },
  author: { ...every(200), draft: 404, bookmark: 201, withdraw: 404, review: 403 },
  'author, not to archive': { ...every(200), draft: 404, bookmark: 201, withdraw: 404, review: 403, archive: 403 },
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

/** Each action that changes the state of the document gets a document of its own. */
async function statusesFor(request: SendRequest, state: State): Promise<Statuses> {
  const id = await documentIn(state);
  const status = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    (await request(method, path, { ...(body && { body }) })).status;
  const bookmark = { content_type: 'document', content_id: id };
  return {
    read: await status('GET', `/documents/${id}`),
    comments: await status('GET', `/comments/document/${id}`),
    history: await status('GET', `/documents/${id}/revisions`),
    draft: await status('GET', `/documents/${id}/draft`),
    bookmark: await status('POST', '/bookmarks', bookmark),
    withdraw: await status('DELETE', `/documents/${id}/draft`),
    edit: await status('PUT', `/admin/documents/${id}`, { summary: 'Better.' }),
    thumbnail: await status('DELETE', `/documents/${id}/thumbnail`),
    archive: await status('PUT', `/documents/${await documentIn(state)}/status`, { status: 'ARCHIVED' }),
    review: await status('POST', `/documents/${await documentIn(state)}/review`, { action: 'approve' }),
    remove: await status('DELETE', `/admin/documents/${id}`),
  };
}

test('the table names every requester', () => {
  expect(Object.keys(table).sort()).toEqual([...requesters.keys()].sort());
});

describe.each(Object.entries(table))('%s', (requester, levelIn) => {
  test.each(states)('and a document that is %s', async (state) => {
    expect(await statusesFor(requesters.get(requester)!, state)).toEqual(levels[levelIn[state]]);
  });
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
type CommentStatuses = Record<CommentState, number>;

const commentTable: Record<string, CommentStatuses> = {
  guest: {
    shown: 401,
    hidden: 401,
    'on a hidden document': 401,
    'on a draft': 401,
    'on an internal document': 401,
    deleted: 401,
  },
  author: {
    shown: 200,
    hidden: 200,
    'on a hidden document': 200,
    'on a draft': 200,
    'on an internal document': 200,
    deleted: 404,
  },
  VIEWER: {
    shown: 403,
    hidden: 404,
    'on a hidden document': 404,
    'on a draft': 404,
    'on an internal document': 404,
    deleted: 404,
  },
  CONTRIBUTOR: {
    shown: 403,
    hidden: 404,
    'on a hidden document': 404,
    'on a draft': 404,
    'on an internal document': 403,
    deleted: 404,
  },
  REVIEWER: {
    shown: 403,
    hidden: 404,
    'on a hidden document': 403,
    'on a draft': 403,
    'on an internal document': 403,
    deleted: 404,
  },
  EDITOR: {
    shown: 200,
    hidden: 200,
    'on a hidden document': 200,
    'on a draft': 200,
    'on an internal document': 200,
    deleted: 404,
  },
  ADMIN: {
    shown: 200,
    hidden: 200,
    'on a hidden document': 200,
    'on a draft': 200,
    'on an internal document': 200,
    deleted: 404,
  },
  TRANSLATOR: {
    shown: 403,
    hidden: 404,
    'on a hidden document': 404,
    'on a draft': 404,
    'on an internal document': 404,
    deleted: 404,
  },
  INTERNAL_READER: {
    shown: 403,
    hidden: 404,
    'on a hidden document': 404,
    'on a draft': 404,
    'on an internal document': 403,
    deleted: 404,
  },
  PUBLISHER: {
    shown: 403,
    hidden: 404,
    'on a hidden document': 403,
    'on a draft': 403,
    'on an internal document': 404,
    deleted: 404,
  },
  EDITOR_OF_ANY: {
    shown: 403,
    hidden: 404,
    'on a hidden document': 403,
    'on a draft': 403,
    'on an internal document': 404,
    deleted: 404,
  },
  REMOVER: {
    shown: 403,
    hidden: 404,
    'on a hidden document': 404,
    'on a draft': 404,
    'on an internal document': 404,
    deleted: 404,
  },
  MODERATOR: {
    shown: 200,
    hidden: 200,
    'on a hidden document': 200,
    'on a draft': 404,
    'on an internal document': 404,
    deleted: 404,
  },
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

test('the table of comments names every requester', () => {
  expect(Object.keys(commentTable).sort()).toEqual([...requesters.keys()].sort());
});

describe.each(Object.entries(commentTable))('%s and a comment of the author', (requester, statuses) => {
  test.each(commentStates)('%s', async (state) => {
    const request = requesters.get(requester)!;
    const id = await commentIn(state);
    const edited = await request('PUT', `/comments/${id}`, { body: { content: 'Better said.' } });
    const removed = await request('DELETE', `/comments/${id}`);
    expect({ edited: edited.status, removed: removed.status }).toEqual({
      edited: statuses[state],
      removed: statuses[state],
    });
  });
});
