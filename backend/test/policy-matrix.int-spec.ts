import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Permission } from '@hub/shared/permissions';
import { permissions, systemRoles } from '../src/modules/roles/index.js';
import { alwaysPublic } from './always-public.js';
import { allowedStatuses } from './policy-statuses.js';
import { holders, policies, type Policy, readersMay } from './policy-table.js';
import { createPolicyRequests, type Place, type PolicyRequest } from './policy-requests.js';
import { createCategory, createDocument } from './support/documents.js';
import { createForumCategory } from './support/forum.js';
import { createGroup, limitReading } from './support/groups.js';
import type { SendRequest } from './support/http.js';
import { type Operation, operations } from './support/openapi.js';
import type { TestUser } from './support/users.js';
import { createTestApp, type TestApp } from './support/test-app.js';

/** Permissions whose holders are bound by no limit of a category. */
const unlimited: Permission[] = ['content.edit_any', 'forum.moderate'];
const bound = permissions.map(({ id }) => id).filter((id) => !unlimited.includes(id));

const customRoles: { name: string; priority: number; held: Permission[] }[] = [
  { name: 'TRANSLATOR', priority: 50, held: ['content.create'] },
  { name: 'MODERATOR', priority: 49, held: ['moderation.handle'] },
  // Without content.view_internal.
  { name: 'PUBLISHER', priority: 48, held: ['content.publish'] },
  { name: 'TEAMMATE', priority: 47, held: bound },
];
const roles = [
  'guest',
  // A user with the token of an ended session.
  'revoked',
  'ADMIN',
  'EDITOR',
  'REVIEWER',
  'CONTRIBUTOR',
  'VIEWER',
  ...customRoles.map(({ name }) => name).filter((name) => name !== 'TEAMMATE'),
];
const unauthenticated = ['guest', 'revoked'];

/** What teammates may do in a limited category, by what their group does in it. */
const writing: Permission[] = [
  'content.create',
  'content.publish',
  'content.delete_any',
  'comments.create',
  'reactions.create',
  'forum.post',
];
const levels: Record<string, Permission[]> = {
  reads: bound.filter((id) => !writing.includes(id)),
  writes: bound,
  moderates: [...bound, ...unlimited],
};

let hub: TestApp;
let author: TestUser;
let requestFor: ReturnType<typeof createPolicyRequests>;
let limited: Place;
/** What the guest has sent, by operation. */
const sentByGuest = new Map<string, PolicyRequest>();
/** A teammate of each level. */
const members = new Map<string, SendRequest>();
/** In no group. */
let outsider: SendRequest;
const requests = new Map<string, SendRequest>();
beforeAll(async () => {
  hub = await createTestApp();
  author = await hub.users.create('ADMIN');
  requests.set('guest', hub.request);
  // A role that no user has, whose permissions a test may replace.
  await author.request('POST', '/admin/custom-roles', { body: { name: 'SPARE', priority: 1, display_name: 'Spare' } });
  for (const { name, priority, held } of customRoles) {
    await author.request('POST', '/admin/custom-roles', { body: { name, priority, display_name: name } });
    await author.request('PUT', `/admin/role-permissions/${name}`, { body: { permissions: held } });
  }
  for (const role of roles)
    if (!unauthenticated.includes(role)) requests.set(role, (await hub.users.create(role)).request);
  requests.set('revoked', await revoked());
  requestFor = createPolicyRequests(hub, author);
  outsider = (await hub.users.create('TEAMMATE')).request;
  const groups: Record<string, string> = {};
  for (const level of Object.keys(levels)) {
    const user = await hub.users.create('TEAMMATE');
    groups[level] = await createGroup(hub, level, [user]);
    members.set(level, user.request);
  }
  limited = { content: (await createCategory(author)).id, forum: (await createForumCategory(author)).id };
  const rules = { write_group_ids: [groups['writes']], moderate_group_ids: [groups['moderates']] };
  for (const path of [`/categories/${limited.content}`, `/forum/categories/${limited.forum}`])
    expect((await limitReading(author, path, [groups['reads']!], rules)).status).toBe(200);
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
    ...customRoles.filter(({ held }) => held.includes(permission)).map(({ name }) => name),
  ];
  return names.sort((a, b) => (priorities.get(b) ?? 0) - (priorities.get(a) ?? 0));
}

function permissionsOf(policy: Exclude<Policy, 'public' | 'signed-in'>): Permission[] {
  if (typeof policy === 'string') return [policy];
  return Array.isArray(policy) ? policy : [policy.others];
}

// One author creates the content of all cases, above the rate limit of users.
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

function mayCall(policy: Policy, role: string): boolean {
  if (policy === 'public') return true;
  if (unauthenticated.includes(role)) return false;
  if (policy === 'signed-in') return true;
  return permissionsOf(policy).some((permission) => rolesWith(permission).includes(role));
}

test('the table contains exactly the operations of the OpenAPI document and the permissions of the catalogue', () => {
  expect(Object.keys(policies).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  expect(Object.keys(policies)).toEqual(expect.arrayContaining(Object.keys(allowedStatuses)));
  expect(Object.keys(holders).sort()).toEqual(permissions.map(({ id }) => id).sort());
});

// Signing out comes last, because it ends the session of the user.
const inOrder = [...operations].sort((a, b) => Number(a.operationId === 'logout') - Number(b.operationId === 'logout'));

test.each(inOrder)('$operationId', async (operation) => {
  const policy = policies[operation.operationId] ?? 'public';
  const allowedStatus = allowedStatuses[operation.operationId] ?? 200;
  // Reading changes nothing, nor does what is refused: these requests share one object.
  let shared: PolicyRequest | undefined;
  let isPlaced = false;
  for (const role of roles) {
    const isAllowed = mayCall(policy, role);
    const one =
      isAllowed && operation.method !== 'GET' ? await requestFor(operation) : (shared ??= await requestFor(operation));
    const { path, body } = one;
    isPlaced = one.isPlaced;
    if (role === 'guest') sentByGuest.set(operation.operationId, one);
    const response = await requests.get(role)!(operation.method, path, { body });
    if (isAllowed) {
      expect({ ...response.body, role, status: response.status }).toMatchObject({ role, status: allowedStatus });
    } else if (unauthenticated.includes(role) || policy === 'public' || policy === 'signed-in') {
      expect({ role, status: response.status }).toEqual({ role, status: 401 });
    } else {
      expect(response).toMatchObject({
        status: 403,
        body: { code: 'permission_missing', role, required_roles: rolesWith(permissionsOf(policy)[0]!) },
      });
    }
    if (response.status >= 400) expect(response.headers['content-type']).toContain('application/problem+json');
  }
  if (isPlaced) await expectLimits(operation, policy, allowedStatus);
});

const withoutRequest = (text: string) => text.replace(/,"request_id":"[^"]+"/, '');

/** The same request about nothing: each id in it is another one, which `restore` turns back in the response. */
function aboutNothing({ path, body }: PolicyRequest) {
  const unknown = new Map<string, string>();
  const replaceIds = (text: string) =>
    text.replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => {
      if (!unknown.has(id)) unknown.set(id, randomUUID());
      return unknown.get(id)!;
    });
  return {
    path: replaceIds(path),
    body: body && (JSON.parse(replaceIds(JSON.stringify(body))) as object),
    restore: (text: string) => [...unknown].reduce((all, [id, other]) => all.replaceAll(other, id), text),
  };
}

/** In a limited category there is nothing for others, and the table holds for what a group lets its members do. */
async function expectLimits(operation: Operation, policy: Policy, allowedStatus: number): Promise<void> {
  const { operationId, method } = operation;
  const shared = await requestFor(operation, limited);
  const nothing = aboutNothing(shared);
  for (const [who, request] of [['guest', hub.request] as const, ['outsider', outsider] as const]) {
    const hidden = await request(method, shared.path, { body: shared.body });
    const missing = await request(method, nothing.path, { body: nothing.body });
    expect({ who, status: hidden.status, text: withoutRequest(hidden.text) }).toEqual({
      who,
      status: missing.status,
      text: withoutRequest(nothing.restore(missing.text)),
    });
  }
  for (const [level, held] of Object.entries(levels)) {
    const isAllowed =
      (level === 'reads' ? readersMay[operationId] : undefined) ??
      (policy === 'public' || policy === 'signed-in' || permissionsOf(policy).some((id) => held.includes(id)));
    const { path, body } = isAllowed && method !== 'GET' ? await requestFor(operation, limited) : shared;
    const response = await members.get(level)!(method, path, { body });
    const expected = isAllowed
      ? { status: allowedStatus }
      : { status: 403, code: expect.stringMatching(/^(category_read_only|permission_missing)$/) };
    expect({ ...response.body, level, status: response.status }).toMatchObject({ level, ...expected });
  }
}

test('a reaction other than a bookmark needs reactions.create', async () => {
  const { id } = await createDocument(author, { status: 'PUBLISHED' });
  const body = { content_type: 'document', content_id: id, reaction_type: 'LIKE' };
  for (const role of roles) {
    // Signed out by the test of logout, which ends the session of each requester.
    const user = unauthenticated.includes(role) ? undefined : await hub.users.create(role);
    const response = await (user?.request ?? hub.request)('POST', '/reactions', { body });
    const allowed = user && rolesWith('reactions.create').includes(role);
    expect({ role, status: response.status }).toEqual({ role, status: allowed ? 200 : user ? 403 : 401 });
    if (response.status === 403) expect(response.body).toMatchObject({ code: 'permission_missing', role });
  }
});

test('a private hub says to guests only that they must sign in, but where that and share links need more', async () => {
  const closed = await author.request('PUT', '/admin/settings', { body: { values: { 'site.readers': 'members' } } });
  expect(closed.status).toBe(200);
  for (const operation of operations) {
    const { operationId, method } = operation;
    const { path, body } = sentByGuest.get(operationId) ?? (await requestFor(operation));
    const isPublic = policies[operationId] === 'public';
    // Of files the logo only.
    const isOpen = isPublic && alwaysPublic.includes(operationId) && operationId !== 'getFile';
    const refusal = {
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      detail: 'Please sign in.',
      code: isPublic ? 'sign_in_required' : 'not_signed_in',
      request_id: expect.any(String),
    };
    for (const who of unauthenticated) {
      const response = await requests.get(who)!(method, path, { body });
      if (isOpen) {
        const status = allowedStatuses[operationId] ?? 200;
        expect({ operationId, who, status: response.status }).toEqual({ operationId, who, status });
      } else expect({ operationId, who, body: response.body }).toEqual({ operationId, who, body: refusal });
    }
  }
});
