import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCategory, createDocument } from '../../../../test/support/documents.js';
import { createGroup, limitReading } from '../../../../test/support/groups.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createVideo, publishWithoutReview } from '../../../../test/support/videos.js';
import { Settings } from '../../../platform/settings/settings.js';
import { hashToken } from '../../auth/index.js';
import type { ListedShareLinkResponse, NewShareLinkResponse, ShareLinkResponse } from './share-links.dto.js';
import { shareLinksEnabled } from './sharing.settings.js';

/* Who makes, lists and revokes share links. What they open: shared-items.int-spec.ts */

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
let reviewer: TestUser;
let author: TestUser;
let other: TestUser;
beforeAll(async () => {
  ({ hub, admin, editor, reviewer, author, other } = await createTestAppWithUsers({
    admin: 'ADMIN',
    editor: 'EDITOR',
    reviewer: 'REVIEWER',
    author: 'CONTRIBUTOR',
    other: 'CONTRIBUTOR',
  }));
  await publishWithoutReview(hub);
});
afterAll(() => hub.close());

type Created = NewShareLinkResponse & { code?: string };

const share = (user: TestUser, item: string, body: object = {}) =>
  user.request<Created>('POST', `/${item}/share-links`, { body });
const list = async (user: TestUser, item: string) =>
  (await user.request<ShareLinkResponse[]>('GET', `/${item}/share-links`)).body;
const revoke = async (user: TestUser, id: string) => (await user.request('DELETE', `/share-links/${id}`)).status;
const openStatus = async ({ url }: NewShareLinkResponse) =>
  (await hub.request('POST', '/shared', { body: { token: url.split('/').at(-1) } })).status;

/** A published document of the author, as the first part of its address. */
async function publish(fields: object = {}): Promise<string> {
  const { id } = await createDocument(author);
  await admin.request('PUT', `/documents/${id}/status`, { body: { status: 'PUBLISHED' } });
  await admin.request('PUT', `/admin/documents/${id}`, { body: fields });
  return `documents/${id}`;
}

describe('POST /documents/{id}/share-links', () => {
  test('returns the address once, and stores hashes', async () => {
    const document = await publish();
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { status, body } = await share(author, document, {
      label: ' For  Ada ',
      expires_at: soon,
      password: 'open sesame',
    });
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        url: expect.stringMatching(/^http:\/\/[^/]+\/s\/[\w-]{43}$/),
        label: 'For Ada',
        has_password: true,
        include_children: false,
        expires_at: soon,
        expired: false,
        opens: 0,
        last_opened_at: null,
        creator_id: author.id,
        creator_name: author.name,
        created_at: expect.any(String),
      },
    });
    const { url, ...rest } = body;
    expect(await list(author, document)).toEqual([rest]);
    const token = url.split('/').at(-1)!;
    const [row] = await hub.database.query<{ token_hash: string; password_hash: string }>(
      'select * from share_links where id = $1',
      [body.id],
    );
    expect(row).toMatchObject({
      token_hash: hashToken(token),
      password_hash: expect.stringMatching(/^\$argon2id\$/),
    });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(row)).not.toContain('open sesame');
  });

  test('is for the author and for editors, also of videos', async () => {
    const video = `videos/${(await createVideo(author)).id}`;
    for (const item of [await publish(), video]) {
      for (const user of [author, editor, admin]) expect((await share(user, item)).status).toBe(201);
      for (const user of [reviewer, other]) {
        expect(await share(user, item)).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
        expect((await user.request('GET', `/${item}/share-links`)).status).toBe(403);
      }
      expect((await hub.request('POST', `/${item}/share-links`, { body: {} })).status).toBe(401);
    }
  });

  test('members of a group that moderates the category share what others wrote there, writers do not', async () => {
    const { id: category_id } = await createCategory(admin);
    const [team, leads] = [
      await createGroup(hub, 'Team', [author, other, reviewer]),
      await createGroup(hub, 'Leads', [other]),
    ];
    const rules = { write_group_ids: [team], moderate_group_ids: [leads] };
    await limitReading(admin, `/categories/${category_id}`, [team], rules);
    const item = await publish({ category_id });
    const below = { title: 'Below', category_id, parent_id: item.split('/')[1], status: 'PUBLISHED' };
    await createDocument(editor, below);
    expect((await share(reviewer, item)).status).toBe(403);
    const { status, body } = await share(other, item, { include_children: true });
    expect(status).toBe(201);
    const opened = await hub.request<{ pages: object[] }>('POST', '/shared', {
      body: { token: body.url.split('/').at(-1) },
    });
    expect(opened.body.pages).toMatchObject([{}, { title: 'Below' }]);
    expect(await list(other, item)).toHaveLength(1);
  });

  test('is for published items only; what the requester may not see is missing', async () => {
    const { id } = await createDocument(author);
    expect(await share(author, `documents/${id}`)).toMatchObject({ status: 409, body: { code: 'not_published' } });
    expect((await share(other, `documents/${id}`)).status).toBe(404);
    const archived = await publish();
    await author.request('PUT', `/${archived}/status`, { body: { status: 'ARCHIVED' } });
    expect((await share(author, archived)).status).toBe(409);
    const { body } = await author.request<{ abilities: { share: boolean } }>('GET', `/${archived}`);
    expect(body.abilities.share).toBe(false);
  });

  test('INTERNAL content requires content.set_internal as well', async () => {
    const internal = await publish({ visibility: 'INTERNAL' });
    expect(await share(author, internal)).toMatchObject({ status: 403, body: { code: 'permission_missing' } });
    expect((await share(editor, internal)).status).toBe(201);
    for (const [user, isAllowed] of [
      [author, false],
      [editor, true],
    ] as const) {
      const { body } = await user.request<{ abilities: { share: boolean } }>('GET', `/${internal}`);
      expect(body.abilities.share).toBe(isAllowed);
    }
  });

  test.each([
    ['an expiry in the past', { expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ['an expiry that is no time', { expires_at: 'tomorrow' }, 'expires_at'],
    ['a short password', { password: 'abc' }, 'password'],
    ['a long label', { label: 'x'.repeat(101) }, 'label'],
  ])('refuses %s', async (_what, body, field) => {
    expect(await share(author, await publish(), body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  test('an item has 50 links at most, also of simultaneous requests', async () => {
    const document = await publish();
    await hub.database.query(
      `insert into share_links (id, item_id, creator_id, label, token_hash, allows_internal,
         include_children, allows_others, created_at)
       select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $2, '', gen_random_uuid(), false,
              false, false, now()
       from generate_series(1, 48) n`,
      [document.split('/')[1], author.id],
    );
    const responses = await Promise.all([1, 2, 3, 4].map(() => share(author, document)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('too_many_share_links');
    expect(await list(author, document)).toHaveLength(50);
  });

  test('while share links are turned off, none is made or opened', async () => {
    const document = await publish();
    const { body } = await share(author, document);
    await hub.get(Settings).set(shareLinksEnabled, false, null);
    expect(await share(author, document)).toMatchObject({ status: 403, body: { code: 'sharing_off' } });
    expect(await openStatus(body)).toBe(404);
    await hub.get(Settings).set(shareLinksEnabled, true, null);
    expect(await openStatus(body)).toBe(200);
  });
});

describe('GET /admin/share-links', () => {
  test('lists the links of the items that the requester may see, page by page', async () => {
    const document = await publish({ title: 'Shared plan' });
    const ids: string[] = [];
    for (const label of ['a', 'b', 'c']) ids.unshift((await share(author, document, { label })).body.id);
    const first = await editor.request<ListedShareLinkResponse[]>('GET', '/admin/share-links?limit=2');
    expect(first.body.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.body[0]).toMatchObject({ item_type: 'document', item_title: 'Shared plan', label: 'c' });
    expect(first.text).not.toContain('/s/');
    const cursor = String(first.headers['x-next-cursor']);
    const second = await editor.request<ListedShareLinkResponse[]>(
      'GET',
      `/admin/share-links?limit=2&cursor=${cursor}`,
    );
    expect(second.body[0]?.id).toBe(ids[2]);
    await admin.request('DELETE', `/admin/${document}`);
    const after = await editor.request<ListedShareLinkResponse[]>('GET', '/admin/share-links');
    expect(after.body.map(({ item_title }) => item_title)).not.toContain('Shared plan');
  });
});

describe('DELETE /share-links/{id}', () => {
  test('is for the author, the creator and editors, and is audited', async () => {
    const document = await publish();
    const create = async (user: TestUser) => (await share(user, document, { label: 'For Ada' })).body;
    for (const user of [author, editor]) {
      const link = await create(editor);
      for (const stranger of [other, reviewer]) expect(await revoke(stranger, link.id)).toBe(403);
      expect(await revoke(user, link.id)).toBe(200);
      expect(await openStatus(link)).toBe(404);
      expect(await revoke(user, link.id)).toBe(404);
      const logged = await hub.database.query<{ action: string }>(
        `select action, actor_id, before, after from audit_log where subject_type = 'share_link' and subject_id = $1
         order by id`,
        [link.id],
      );
      expect(logged).toMatchObject([
        { action: 'share_link.created', actor_id: editor.id, after: { label: 'For Ada', item_type: 'document' } },
        { action: 'share_link.revoked', actor_id: user.id, before: { label: 'For Ada' } },
      ]);
      expect(JSON.stringify(logged)).not.toContain(link.url.split('/').at(-1));
    }
  });

  test('links to what the requester may not see are missing', async () => {
    const document = await publish();
    const { id } = (await share(editor, document)).body;
    await editor.request('PUT', `/admin/${document}`, { body: { visibility: 'INTERNAL' } });
    expect(await revoke(await hub.users.create('VIEWER'), id)).toBe(404);
    expect(await revoke(editor, id)).toBe(200);
    for (const unknown of ['x', author.id]) expect(await revoke(author, unknown)).toBe(404);
  });
});

test('links are exported with the personal data, and end with the account', async () => {
  const document = await publish();
  const former = await hub.users.create('EDITOR');
  const { body } = await share(former, document, { label: 'Of a former editor' });
  const exported = await admin.request('GET', `/admin/users/${former.id}/export`);
  expect(exported.text).toContain('Of a former editor');
  const erased = await admin.request('POST', `/admin/users/${former.id}/erase`, { body: { email: former.email } });
  expect(erased.status).toBe(200);
  expect(await openStatus(body)).toBe(404);
  expect(await list(author, document)).toEqual([]);
});
