import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Permission, permissions, systemRoles } from '../src/modules/roles/index.js';
import { holders, policies, type Policy } from './policy-table.js';
import { setDocumentStatus, createDocument } from './support/documents.js';
import type { SendRequest } from './support/http.js';
import { type Operation, operations } from './support/openapi.js';
import type { TestUser } from './support/users.js';
import { createTestApp, type TestApp } from './support/test-app.js';

/**
 * Custom roles with nothing but one permission each; and a user whose session was ended while they still have its
 * token.
 */
const customRoles: { name: string; priority: number; permission: Permission }[] = [
  { name: 'TRANSLATOR', priority: 50, permission: 'content.create' },
  { name: 'MODERATOR', priority: 49, permission: 'moderation.handle' },
  // Without content.view_internal.
  { name: 'PUBLISHER', priority: 48, permission: 'content.publish' },
];
const roles = [
  'guest',
  'revoked',
  'ADMIN',
  'EDITOR',
  'REVIEWER',
  'CONTRIBUTOR',
  'VIEWER',
  ...customRoles.map(({ name }) => name),
];
const nobody = ['guest', 'revoked'];

let hub: TestApp;
let author: TestUser;
const askers = new Map<string, SendRequest>();
beforeAll(async () => {
  hub = await createTestApp();
  author = await hub.users.create('ADMIN');
  askers.set('guest', hub.request);
  for (const { name, priority, permission } of customRoles) {
    await author.request('POST', '/admin/custom-roles', { body: { name, priority, display_name: name } });
    await author.request('PUT', `/admin/role-permissions/${name}`, { body: { permissions: [permission] } });
  }
  for (const role of roles) if (!nobody.includes(role)) askers.set(role, (await hub.users.create(role)).request);
  askers.set('revoked', await revoked());
});

async function revoked(): Promise<SendRequest> {
  const { request } = await hub.users.create('ADMIN');
  const { body } = await request<{ id: string }[]>('GET', '/auth/sessions');
  expect((await request('DELETE', `/auth/sessions/${body[0]?.id}`)).status).toBe(200);
  return request;
}

/** The roles that hold a permission, the most powerful first. */
function rolesWith(permission: Permission): string[] {
  const priorities = new Map<string, number>([
    ...systemRoles.map(({ name, priority }) => [name, priority] as const),
    ...customRoles.map(({ name, priority }) => [name, priority] as const),
  ]);
  const names = [
    ...holders[permission],
    ...customRoles.filter((role) => role.permission === permission).map(({ name }) => name),
  ];
  return names.sort((a, b) => (priorities.get(b) ?? 0) - (priorities.get(a) ?? 0));
}

function permissionsOf(policy: Exclude<Policy, 'public' | 'signed-in'>): Permission[] {
  if (typeof policy === 'string') return [policy];
  return Array.isArray(policy) ? policy : [policy.others];
}

// One author writes for all of them, more than a person may.
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

/** An id and a body with which the act itself is possible, so that only the policy can refuse it. */
async function requestFor({ operationId, path }: Operation): Promise<{ path: string; body?: object }> {
  let id: string = randomUUID();
  if (/documents\/\{id\}/.test(path)) {
    ({ id } = await createDocument(author));
    await setDocumentStatus(author, id, 'PUBLISHED');
  }
  if (/comments\/\{id\}/.test(path)) {
    const document = await createDocument(author, { status: 'PUBLISHED' });
    ({ id } = (
      await author.request<{ id: string }>('POST', '/comments', {
        body: { content_type: 'document', content_id: document.id, content: 'Well said.' },
      })
    ).body);
  }
  const bodies: Record<string, object> = {
    setDocumentStatus: { status: 'PUBLISHED' },
    updateDocument: { summary: 'Better.' },
    updateDocumentEnhanced: { summary: 'Better.' },
    updateComment: { content: 'Better said.' },
    reviewDocument: { action: 'approve' },
  };
  return {
    path: path
      .replace('{id}', id)
      .replace('{version}', '1')
      .replace('{permission}', 'content.create')
      .replace('{role}', 'VIEWER')
      .replace('{userId}', id)
      .replace('{provider}', 'google'),
    body: bodies[operationId],
  };
}

function mayCall(policy: Policy, role: string): boolean {
  if (policy === 'public') return true;
  if (nobody.includes(role)) return false;
  if (policy === 'signed-in') return true;
  return permissionsOf(policy).some((permission) => rolesWith(permission).includes(role));
}

test('the table names every operation of the contract, and no other', () => {
  expect(Object.keys(policies).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
});

test('the table names every permission of the catalogue', () => {
  expect(Object.keys(holders).sort()).toEqual(permissions.map(({ id }) => id).sort());
});

/** What a role may do with a document of another author, by what has become of the document. */
describe.each<[role: string, state: string, responses: Record<string, number>]>([
  ['MODERATOR', 'DRAFT', { read: 404, edit: 404, move: 404, remove: 404, history: 404, comments: 404, review: 403 }],
  ['MODERATOR', 'ARCHIVED', { read: 404, edit: 404, move: 404, remove: 404, history: 404, comments: 404, review: 403 }],
  [
    'MODERATOR',
    'hidden DRAFT',
    { read: 404, edit: 404, move: 404, remove: 404, history: 404, comments: 404, review: 403 },
  ],
  [
    'MODERATOR',
    'IN_REVIEW',
    { read: 200, edit: 403, move: 403, remove: 403, history: 403, comments: 200, review: 403 },
  ],
  [
    'MODERATOR',
    'hidden PUBLISHED',
    { read: 200, edit: 403, move: 403, remove: 403, history: 403, comments: 200, review: 403 },
  ],
  ['MODERATOR', 'INTERNAL', { read: 404, edit: 404, move: 404, remove: 404, history: 404, comments: 404, review: 403 }],
  ['PUBLISHER', 'DRAFT', { read: 200, edit: 403, move: 200, remove: 403, history: 200, comments: 200, review: 409 }],
  [
    'PUBLISHER',
    'IN_REVIEW',
    { read: 200, edit: 403, move: 200, remove: 403, history: 200, comments: 200, review: 409 },
  ],
  [
    'PUBLISHER',
    'hidden PUBLISHED',
    { read: 200, edit: 403, move: 200, remove: 403, history: 200, comments: 200, review: 409 },
  ],
  ['PUBLISHER', 'INTERNAL', { read: 404, edit: 404, move: 404, remove: 404, history: 404, comments: 404, review: 404 }],
])('%s and a document that is %s', (role, state, responses) => {
  test('are answered', async () => {
    const status = state === 'INTERNAL' ? 'PUBLISHED' : state.replace('hidden ', '');
    const { id } = await createDocument(author, { status, ...(state === 'INTERNAL' && { visibility: state }) });
    if (state.startsWith('hidden'))
      await hub.database.query('update content_items set hidden_at = now() where id = $1', [id]);
    const request = askers.get(role)!;
    const found = {
      read: await request('GET', `/documents/${id}`),
      edit: await request('PUT', `/admin/documents/${id}`, { body: { title: 'Mine' } }),
      remove: await request('DELETE', `/admin/documents/${id}`),
      history: await request('GET', `/documents/${id}/revisions`),
      comments: await request('GET', `/comments/document/${id}`),
      move: await request('PUT', `/documents/${id}/status`, { body: { status: 'ARCHIVED' } }),
      review: await request('POST', `/documents/${id}/review`, { body: { action: 'approve' } }),
    };
    expect(Object.fromEntries(Object.entries(found).map(([act, response]) => [act, response.status]))).toEqual(
      responses,
    );
    if (responses['read'] === 200)
      expect(found.read.body).toMatchObject({
        abilities: { edit: false, delete: false, archive: responses['move'] === 200 },
        pending_revision: null,
      });
  });
});

// Signing out comes last: it ends the session of the one who asks.
const inOrder = [...operations].sort((a, b) => Number(a.operationId === 'logout') - Number(b.operationId === 'logout'));

describe.each(inOrder)('$operationId', (operation) => {
  const policy = policies[operation.operationId] ?? 'public';

  test.each(roles)('%s', async (role) => {
    const { path, body } = await requestFor(operation);
    const response = await askers.get(role)!(operation.method, path, { body });
    if (mayCall(policy, role)) {
      expect({ ...response.body, refused: response.status === 401 || response.status === 403 }).toMatchObject({
        refused: false,
      });
      expect(response.status).toBeLessThan(500);
    } else if (nobody.includes(role) || policy === 'public' || policy === 'signed-in') {
      expect(response.status).toBe(401);
    } else {
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({
        code: 'permission_missing',
        role,
        required_roles: rolesWith(permissionsOf(policy)[0]!),
      });
    }
    if (response.status >= 400) expect(response.headers['content-type']).toContain('application/problem+json');
  });
});
