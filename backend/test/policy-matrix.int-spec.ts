import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Permission } from '@hub/shared/permissions';
import { permissions, systemRoles } from '../src/modules/roles/index.js';
import { allowedStatuses } from './policy-statuses.js';
import { holders, policies, type Policy } from './policy-table.js';
import { createCategory, createDocument } from './support/documents.js';
import { createSubscription } from './support/push-service.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { UploadClient } from './support/resumable-uploads.js';
import { createVideo, youtube } from './support/videos.js';
import type { SendRequest } from './support/http.js';
import { createRole } from './support/roles.js';
import { type Operation, operations } from './support/openapi.js';
import type { TestUser } from './support/users.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { waitFor } from './support/wait-for.js';

/** Custom roles with a single permission each, and a user with the token of an ended session. */
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
const unauthenticated = ['guest', 'revoked'];

let hub: TestApp;
let author: TestUser;
const requests = new Map<string, SendRequest>();
beforeAll(async () => {
  hub = await createTestApp();
  author = await hub.users.create('ADMIN');
  requests.set('guest', hub.request);
  // A role that no user has, whose permissions a test may replace.
  await author.request('POST', '/admin/custom-roles', { body: { name: 'SPARE', priority: 1, display_name: 'Spare' } });
  for (const { name, priority, permission } of customRoles) {
    await author.request('POST', '/admin/custom-roles', { body: { name, priority, display_name: name } });
    await author.request('PUT', `/admin/role-permissions/${name}`, { body: { permissions: [permission] } });
  }
  for (const role of roles)
    if (!unauthenticated.includes(role)) requests.set(role, (await hub.users.create(role)).request);
  requests.set('revoked', await revoked());
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

// One author creates the content of all cases, above the rate limit of users.
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

let number = 0;
const document = (fields: object = {}) => createDocument(author, { status: 'PUBLISHED', ...fields });
const subject = async () => ({ content_type: 'document', content_id: (await document()).id });
const video = () => createVideo(author);
const thread = async () => createThread(author, (await createForumCategory(author)).id);
const waitForBackups = () =>
  waitFor(
    () => hub.database.query(`select id from backups where status = 'running'`),
    (running) => running.length === 0,
    20_000,
  );
const idOf = async (path: string, body: object) => {
  const created = await author.request<{ id: string }>('POST', path, { body });
  expect(created.status).toBe(201);
  return created.body.id;
};

/** Bodies with which the action itself succeeds, so that only the policy can refuse it. */
const bodies: Record<string, () => object | Promise<object>> = {
  createDocument: () => ({ title: `New ${++number}`, content: 'Text' }),
  submitDrafts: async () => ({ ids: [(await createDocument(author)).id] }),
  setDocumentStatus: () => ({ status: 'PUBLISHED' }),
  updateDocument: () => ({ summary: 'Better.' }),
  updateDocumentEnhanced: () => ({ summary: 'Better.' }),
  reviewDocument: () => ({ action: 'approve' }),
  restoreDocumentRevision: () => ({}),
  createVideo: () => ({ title: `New ${++number}`, ...youtube }),
  uploadVideoWithThumbnail: () => ({ title: `New ${++number}` }),
  setVideoStatus: () => ({ status: 'READY' }),
  reviewVideo: () => ({ action: 'approve' }),
  setWatchPosition: () => ({ seconds: 65 }),
  updateVideo: () => ({ summary: 'Better.' }),
  createDocumentShareLink: () => ({}),
  createVideoShareLink: () => ({}),
  openShareLink: () => ({ token: 'x'.repeat(43) }),
  createComment: async () => ({ ...(await subject()), content: 'Well said.' }),
  updateComment: () => ({ content: 'Better said.' }),
  createBookmark: subject,
  react: async () => ({ ...(await subject()), reaction_type: 'BOOKMARK' }),
  searchContent: () => ({ query: 'text' }),
  createCategory: () => ({ name: `Category of a test ${++number}` }),
  updateCategory: () => ({ description: 'Better.' }),
  replaceCategoryAccess: () => ({ read_group_ids: null, write_group_ids: null }),
  replaceForumCategoryAccess: () => ({ read_group_ids: null, write_group_ids: null }),
  setProgress: () => ({ is_done: true }),
  setPosition: async () => ({ category_id: (await createCategory(author)).id }),
  changeUserRole: () => ({ role: 'CONTRIBUTOR' }),
  assignRole: () => ({ role: 'CONTRIBUTOR' }),
  changeUserRoles: async () => ({ user_ids: [(await hub.users.create('VIEWER')).id], role: 'CONTRIBUTOR' }),
  eraseUser: () => ({ email: erasedEmail }),
  createGroup: () => ({ name: `Group ${++number}` }),
  updateGroup: () => ({ name: `Group ${++number}` }),
  setGroupMembers: () => ({ user_ids: [] }),
  addGroupMembers: async () => ({ user_ids: [(await hub.users.create('VIEWER')).id] }),
  setUserGroups: () => ({ group_ids: [] }),
  createInvitation: () => ({ email: `invited-${++number}@example.org`, role: 'VIEWER' }),
  createCustomRole: () => ({ name: `ROLE_${++number}`, display_name: 'Role' }),
  updateCustomRole: () => ({ display_name: 'Better' }),
  // None, because a refusal names all roles with the missing permission.
  setRolePermissions: () => ({ permissions: [] }),
  updateRoleDisplaySettings: () => ({ visible_role_badges: ['ADMIN', 'EDITOR'] }),
  updateRoleStyling: () => ({}),
  createApiToken: () => ({ name: `Token ${++number}`, scopes: ['read'], expires_in: '30' }),
  createRoleCode: () => ({ role: 'VIEWER', max_uses: 1 }),
  redeemRoleCode: () => ({ code: 'K7QP-3MNX-WE5T' }),
  renamePasskey: () => ({ name: 'My phone' }),
  updateProfile: () => ({ bio: 'Writes programs.' }),
  createForumCategory: () => ({ name: `Forum ${++number}`, description: 'For tests' }),
  updateForumCategory: () => ({ description: 'Better.' }),
  subscribePush: () => createSubscription(`https://push.example.net/${++number}`).subscription,
  createThread: () => ({ title: 'New', content: 'Text' }),
  updateThread: () => ({ title: 'Better' }),
  setThreadSolution: () => ({ post_id: null }),
  splitThread: () => ({ post_ids: [lastReplyId], title: 'Split' }),
  mergeThreads: async () => ({ target_id: (await thread()).id }),
  markThreadRead: () => ({ number: 1 }),
  createPost: () => ({ content: 'Text' }),
  updatePost: () => ({ content: 'Better.' }),
  updateSettings: () => ({ values: { 'content.review_edits': false } }),
  updateSetupChecklist: () => ({ is_dismissed: true }),
  changeContentInBulk: async () => ({
    item_type: 'document',
    ids: [(await document()).id],
    action: 'set_status',
    status: 'PUBLISHED',
  }),
  createReport: async () => ({ item_type: 'document', item_id: (await document()).id, reason: 'Advertisement' }),
  moderateItem: async () => ({ item_type: 'document', item_id: (await document()).id, action: 'approve' }),
  restoreItem: async () => ({ item_type: 'document', item_id: (await document()).id }),
};

/** Of the user that eraseUser is called for. */
let erasedEmail = '';

/** Of the thread that splitThread is called for. */
let lastReplyId = '';

/** Ids of objects that every requester may see, by the operation or the beginning of its path. */
const ids: Record<string, () => string | Promise<string>> = {
  reviewDocument: async () => (await createDocument(author, { status: 'IN_REVIEW' })).id,
  '/documents/': async () => (await document()).id,
  '/admin/documents/': async () => (await document()).id,
  reviewVideo: async () => {
    const { id } = await video();
    await hub.database.query('update content_items set published_at = null where id = $1', [id]);
    return id;
  },
  '/videos/': async () => (await video()).id,
  '/admin/videos/': async () => (await video()).id,
  '/share-links/': async () => idOf(`/documents/${(await document()).id}/share-links`, {}),
  '/comments/': async () => idOf('/comments', { ...(await subject()), content: 'Well said.' }),
  '/content/': async () => (await document()).id,
  '/categories/': async () => (await createCategory(author)).id,
  splitThread: async () => {
    const { id } = await thread();
    lastReplyId = (await reply(author, id)).id;
    return id;
  },
  '/forum/categories/': async () => (await createForumCategory(author)).id,
  '/forum/threads/': async () => (await thread()).id,
  '/forum/posts/': async () => (await reply(author, (await thread()).id)).id,
  '/users/': async () => (await hub.users.create('VIEWER')).id,
  '/admin/role-assignments/': async () => (await hub.users.create('VIEWER')).id,
  eraseUser: async () => {
    const { id, email } = await hub.users.create('VIEWER');
    erasedEmail = email;
    return id;
  },
  '/admin/users/': async () => (await hub.users.create('VIEWER')).id,
  '/admin/backups/': async () => {
    await waitForBackups();
    const { body } = await author.request<{ backup: { id: string } }>('POST', '/admin/create-backup');
    // On a busy machine the response does not wait for its end.
    await waitForBackups();
    return body.backup.id;
  },
  '/admin/groups/': () => idOf('/admin/groups', { name: `Group ${++number}` }),
  '/admin/invitations/': () => idOf('/admin/invitations', { email: `other-${++number}@example.org`, role: 'VIEWER' }),
  '/admin/custom-roles/': async () => (await createRole(author)).id,
  '/admin/role-codes/': () => idOf('/admin/role-codes', { role: 'VIEWER', max_uses: 1 }),
  '/admin/api-tokens/': () => idOf('/auth/api-tokens', { name: 'Token', scopes: ['read'], expires_in: '30' }),
  // Objects of another user.
  '/auth/api-tokens/': () => idOf('/auth/api-tokens', { name: 'Token', scopes: ['read'], expires_in: '30' }),
  // Of a new user each, since nothing uses them and the number of such uploads is limited.
  '/uploads/': async () => new UploadClient((await hub.users.create('CONTRIBUTOR')).request).create(6000),
  '/bookmarks/': async () => idOf('/bookmarks', await subject()),
  '/auth/sessions/': async () => (await author.request<{ id: string }[]>('GET', '/auth/sessions')).body[0]?.id ?? '',
};

/** A request that succeeds unless the policy, or what it documents in `allowedStatuses`, is in the way. */
/** Required parameters of the query. */
const queries: Record<string, string> = { listFilterValues: '?type=document' };

async function requestFor({ operationId, path }: Operation): Promise<{ path: string; body?: object }> {
  const key = ids[operationId] ? operationId : Object.keys(ids).find((start) => path.startsWith(`${start}{`));
  const createId = key === undefined ? randomUUID : ids[key]!;
  const id = await createId();
  const replacements: Record<string, string> = {
    id,
    userId: id,
    hash: '9f86d081884c7d65',
    grant: 'x'.repeat(70),
    version: '1',
    number: '1',
    playlist: '720.m3u8',
    permission: 'content.create',
    role: operationId === 'setRolePermissions' ? 'SPARE' : 'VIEWER',
    type: path.startsWith('/content/') ? 'document' : 'LIKE',
    provider: 'google',
    content_type: 'document',
    content_id: path.includes('{content_id}') ? (await document()).id : '',
    item_type: 'document',
    item_id: path.includes('{item_id}') ? (await document()).id : '',
  };
  const body = await bodies[operationId]?.();
  return {
    path: path.replace(/\{(\w+)\}/g, (_match, name: string) => replacements[name] ?? '') + (queries[operationId] ?? ''),
    ...(body && { body }),
  };
}

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
  let shared: ReturnType<typeof requestFor> | undefined;
  for (const role of roles) {
    const isAllowed = mayCall(policy, role);
    const { path, body } = await (isAllowed && operation.method !== 'GET'
      ? requestFor(operation)
      : (shared ??= requestFor(operation)));
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
});

test('a reaction other than a bookmark needs reactions.create', async () => {
  const body = { ...(await subject()), reaction_type: 'LIKE' };
  for (const role of roles) {
    // Signed out by the test of logout, which ends the session of each requester.
    const user = unauthenticated.includes(role) ? undefined : await hub.users.create(role);
    const response = await (user?.request ?? hub.request)('POST', '/reactions', { body });
    const allowed = user && rolesWith('reactions.create').includes(role);
    expect({ role, status: response.status }).toEqual({ role, status: allowed ? 200 : user ? 403 : 401 });
    if (response.status === 403) expect(response.body).toMatchObject({ code: 'permission_missing', role });
  }
});
