import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createCategory, createDocument } from './support/documents.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import type { Operation } from './support/openapi.js';
import { createSubscription } from './support/push-service.js';
import { UploadClient } from './support/resumable-uploads.js';
import { createRole } from './support/roles.js';
import type { TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { createVideo, youtube } from './support/videos.js';
import { waitFor } from './support/wait-for.js';

/** The categories that requests are about, or have below them. */
export interface Place {
  content: string;
  forum: string;
}

export interface PolicyRequest {
  path: string;
  body?: object;
  /** whether it is about something in a category, or about one */
  isPlaced: boolean;
}

/**
 * Requests for each operation that succeed unless the policy, or what it documents in `allowedStatuses`, is in the way.
 * @param author an administrator, who makes what the requests are about
 */
export function createPolicyRequests(hub: TestApp, author: TestUser) {
  let number = 0;
  /** Of the request that is being made. */
  let place: Place | undefined;
  let isPlaced = false;

  /** The fields of something in the place of the request. */
  const placed = (area: keyof Place, field: string): object => {
    isPlaced = true;
    return place ? { [field]: place[area] } : {};
  };
  const document = (fields: object = {}) =>
    createDocument(author, { status: 'PUBLISHED', ...placed('content', 'category_id'), ...fields });
  const subject = async () => ({ content_type: 'document', content_id: (await document()).id });
  const video = () => createVideo(author, placed('content', 'category_id'));
  const category = () => createCategory(author, placed('content', 'parent_category_id'));
  const forumCategory = () => createForumCategory(author, placed('forum', 'parent_category_id'));
  const thread = async () => createThread(author, (await forumCategory()).id);
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
    createDocument: () => ({ title: `New ${++number}`, content: 'Text', ...placed('content', 'category_id') }),
    submitDrafts: async () => ({ ids: [(await document({ status: 'DRAFT' })).id] }),
    setDocumentStatus: () => ({ status: 'PUBLISHED' }),
    updateDocument: () => ({ summary: 'Better.' }),
    updateDocumentEnhanced: () => ({ summary: 'Better.' }),
    reviewDocument: () => ({ action: 'approve' }),
    restoreDocumentRevision: () => ({}),
    createVideo: () => ({ title: `New ${++number}`, ...youtube, ...placed('content', 'category_id') }),
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
    resolveComment: () => ({ is_resolved: true }),
    createBookmark: subject,
    react: async () => ({ ...(await subject()), reaction_type: 'BOOKMARK' }),
    searchContent: () => ({ query: 'text' }),
    createCategory: () => ({ name: `Category of a test ${++number}` }),
    updateCategory: () => ({ description: 'Better.' }),
    compareReadersOfMove: () => ({}),
    compareReadersOfThreadMove: () => ({}),
    compareReadersOfRules: () => ({ read_group_ids: null }),
    compareReadersOfForumRules: () => ({ read_group_ids: null }),
    replaceCategoryAccess: () => ({ read_group_ids: null, write_group_ids: null }),
    replaceForumCategoryAccess: () => ({ read_group_ids: null, write_group_ids: null }),
    setProgress: () => ({ is_done: true }),
    setPosition: async () => ({ category_id: (await category()).id }),
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
    reviewDocument: async () => (await document({ status: 'IN_REVIEW' })).id,
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
    resolveComment: async () =>
      idOf('/comments', {
        ...(await subject()),
        content: 'Really?',
        anchor: { quote: 'Text', prefix: '', suffix: '', heading: '' },
      }),
    '/comments/': async () => idOf('/comments', { ...(await subject()), content: 'Well said.' }),
    '/content/': async () => (await document()).id,
    '/categories/': async () => (await category()).id,
    splitThread: async () => {
      const { id } = await thread();
      lastReplyId = (await reply(author, id)).id;
      return id;
    },
    '/forum/categories/': async () => (await forumCategory()).id,
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

  /** Required parameters of the query. */
  const queries: Record<string, string> = {
    listFilterValues: '?type=document',
    listLinks: '?address=/docs/welcome',
  };

  async function requestFor({ operationId, path }: Operation, where?: Place): Promise<PolicyRequest> {
    [place, isPlaced] = [where, false];
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
      path:
        path.replace(/\{(\w+)\}/g, (_match, name: string) => replacements[name] ?? '') + (queries[operationId] ?? ''),
      ...(body && { body }),
      isPlaced,
    };
  }

  return requestFor;
}
