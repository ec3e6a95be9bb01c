import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDocument, setDocumentStatus } from './support/documents.js';
import { encodeForm } from './support/forms.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { createPng } from './support/images.js';
import { waitForJobs } from './support/jobs.js';
import { createSubscription } from './support/push-service.js';
import { findDifferences } from './support/reconciliation.js';
import { report } from './support/reports.js';
import { createRole } from './support/roles.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { getReputation, type TestUser } from './support/users.js';
import { createVideo } from './support/videos.js';
import { PersonalData } from '../src/platform/personal-data/personal-data.js';
import { ThreadViewCounter } from '../src/modules/forum/reading/thread-view-counter.js';
import { ItemViewCounter } from '../src/modules/content/views/view-counter.js';

type Exported = { user_id: string; sections: Record<string, { description: string; rows: Record<string, unknown>[] }> };

/** Words that only the account and profile of the erased user contain. */
const personal = {
  name: 'Quirina Zwackelmann',
  bio: 'Keeps bumfuzzled badgers.',
  location: 'Oberschnatterbach',
  signature: 'Yours, the badger lady',
  website: 'https://zwackelmann.example',
  skills: ['Badgering'],
};

let hub: TestApp;
let admin: TestUser;
let user: TestUser;
let other: TestUser;
let item: string;
let ownDocument: string;
let thread: string;
let ownPost: string;
let othersPost: string;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN', 'Ada Admin');
  other = await hub.users.create('EDITOR', 'Otto Other');
  user = await hub.users.create('CONTRIBUTOR', personal.name);
  await fillAccount();
  await fillContent();
  await fillForum();
  await waitForJobs(hub.database, '');
}, 120_000);
afterAll(() => hub.close());

async function fillAccount(): Promise<void> {
  const { name: _name, ...profile } = personal;
  const avatar = await createPng();
  expect((await user.request('PUT', '/profile', { body: profile })).status).toBe(200);
  expect((await user.request('PUT', '/profile', await encodeForm({ avatar }))).status).toBe(200);
  const { code } = (
    await admin.request<{ code: string }>('POST', '/admin/role-codes', { body: { role: 'REVIEWER', max_uses: 2 } })
  ).body;
  expect((await user.request('POST', '/role-codes/redeem', { body: { code } })).status).toBe(200);
  await hub.database.query('update users set email_verified_at = now() where id = $1', [user.id]);
  await hub.database.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
     values (gen_random_uuid(), $1, 'a-passkey', '', 0, '{}', false, 'Badger phone', now())`,
    [user.id],
  );
  await hub.database.query(
    `insert into api_tokens (id, user_id, name, token_hash, hint, scopes, created_at)
     values (gen_random_uuid(), $1, 'Badger script', 'hash', 'hint', '{read}', now())`,
    [user.id],
  );
  await hub.database.query(
    `insert into external_identities (id, issuer, subject, user_id, created_at, last_used_at)
     values (gen_random_uuid(), 'https://issuer.example', 'subject-1', $1, now(), now())`,
    [user.id],
  );
  await hub.database.query(
    `insert into role_codes (id, code_hash, hint, role, max_uses, created_by, created_at)
     values (gen_random_uuid(), 'hash', 'HINT', 'VIEWER', 1, $1, now())`,
    [user.id],
  );
  await hub.database.query(
    `insert into invitations (id, email, token_hash, role, invited_by, is_mailed, created_at, expires_at)
     values (gen_random_uuid(), 'guest@example.com', 'hash', 'VIEWER', $1, true, now(), now() + interval '1 day')`,
    [user.id],
  );
  const group = await admin.request<{ id: string }>('POST', '/admin/groups', { body: { name: 'Night shift' } });
  await admin.request('PUT', `/admin/groups/${group.body.id}/members`, { body: { user_ids: [user.id] } });
  const { subscription } = createSubscription('https://localhost/badger');
  expect((await user.request('PUT', '/notifications/push', { body: subscription })).status).toBe(200);
  await user.request('PUT', '/notifications/settings', { body: { digest: 'weekly' } });
  expect((await admin.request('POST', `/admin/users/${user.id}/reset-link`)).status).toBe(200);
}

async function fillContent(): Promise<void> {
  ({ id: item } = await createDocument(other, { status: 'PUBLISHED', title: 'Of another' }));
  ({ id: ownDocument } = await createDocument(user, { title: 'A text that stays' }));
  await setDocumentStatus(admin, ownDocument, 'PUBLISHED');
  expect((await user.request('POST', `/documents/${ownDocument}/share-links`, { body: {} })).status).toBe(201);
  const done = await user.request('PUT', `/content/document/${ownDocument}/progress`, { body: { is_done: true } });
  expect(done.status).toBe(200);
  const video = await createVideo(admin);
  await user.request('PUT', `/videos/${video.id}/position`, { body: { seconds: 12 } });
  await createVideo(user);
  const idempotent = { headers: { 'idempotency-key': 'a-key-of-the-user' } };
  for (const content_id of [item, ownDocument])
    await user.request('POST', '/comments', {
      body: { content_type: 'document', content_id, content: 'A comment that stays' },
      ...idempotent,
    });
  for (const reaction_type of ['LIKE', 'HELPFUL', 'BOOKMARK', 'CONFUSED'])
    for (const content_id of [item, ownDocument])
      await user.request('POST', '/reactions', { body: { content_type: 'document', content_id, reaction_type } });
  await other.request('POST', '/reactions', {
    body: { content_type: 'document', content_id: item, reaction_type: 'LIKE' },
  });
  await admin.request('POST', '/reactions', {
    body: { content_type: 'document', content_id: ownDocument, reaction_type: 'LIKE' },
  });
  expect((await report(user.request, { type: 'document', id: item })).status).toBe(201);
  await user.request('GET', `/documents/${item}`);
  await hub.get(ItemViewCounter).flush();
  expect((await user.request('POST', '/images', await encodeForm({ image: await createPng() }))).status).toBe(201);
}

async function fillForum(): Promise<void> {
  const { id: category } = await createForumCategory(admin);
  ({ id: thread } = await createThread(user, category, { title: 'A thread that stays' }));
  ({ id: othersPost } = await reply(other, thread));
  ({ id: ownPost } = await reply(user, thread, { content: 'First text' }));
  await user.request('PUT', `/forum/posts/${ownPost}`, { body: { content: 'A post that stays' } });
  for (const type of ['LIKE', 'HELPFUL']) await user.request('PUT', `/forum/posts/${othersPost}/reactions/${type}`);
  await admin.request('PUT', `/forum/posts/${ownPost}/reactions/LIKE`);
  const { id: removed } = await reply(other, thread);
  await user.request('PUT', `/forum/posts/${removed}/reactions/LIKE`);
  await other.request('DELETE', `/forum/posts/${removed}`);
  await user.request('PUT', `/forum/threads/${thread}/watch`);
  await user.request('PUT', `/forum/categories/${category}/read`);
  await user.request('GET', `/forum/threads/${(await createThread(other, category)).id}`);
  await hub.get(ThreadViewCounter).flush();
}

const exportOf = (actor: TestUser, id: string) => actor.request<Exported>('GET', `/admin/users/${id}/export`);
const erase = (actor: TestUser, { id, email }: { id: string; email: string }) =>
  actor.request<{ code: string; message: string }>('POST', `/admin/users/${id}/erase`, { body: { email } });
const countOf = async (sql: string, values: unknown[]) =>
  (await hub.database.one<{ n: number }>(`select count(*)::int as n from ${sql}`, values))!.n;

/** Foreign keys to users, as table.column. */
const userColumns = async () =>
  (
    await hub.database.query<{ name: string }>(
      `select c.conrelid::regclass || '.' || a.attname as name
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1`,
    )
  ).map(({ name }) => name);

describe('the export', () => {
  test('contains what every module stores', async () => {
    const { status, headers, body } = await exportOf(admin, user.id.toUpperCase());
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="personal-data-\d{4}-\d\d-\d\d\.json"$/);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.user_id).toBe(user.id);
    const counts = Object.fromEntries(Object.entries(body.sections).map(([name, { rows }]) => [name, rows.length]));
    const empty = [
      'uploads',
      'sign_in_lockouts',
      'audit_log_by_user',
      'document_reviews',
      'video_reviews',
      'moderation_assignments',
      'reports_decided',
      'backups',
    ];
    expect(Object.keys(counts).filter((name) => counts[name] === 0 && !empty.includes(name))).toEqual([]);
    expect(counts).toMatchObject({ account: 1, comments: 1, reactions: 8, post_reactions: 3, reports: 1 });
    expect(body.sections['account']!.rows[0]).toMatchObject({ email: user.email, ...personal, has_password: true });
    expect(body.sections['posts']!.rows.map(({ content }) => content)).toContain('A post that stays');
    expect(JSON.stringify(body)).not.toMatch(/argon2|token_hash|code_hash|guest@example\.com|cursor/);
  });

  test('names every table that refers to users', async () => {
    const texts = hub
      .get(PersonalData)
      .sections.map(({ select }) => select('').compile(hub.database.db).sql)
      .join('\n');
    const tables = [...new Set((await userColumns()).map((name) => name.split('.')[0]!))];
    expect(tables.filter((table) => !new RegExp(`\\b${table}\\b`).test(texts))).toEqual(['idempotency_keys']);
  });

  test('reads many rows in batches', async () => {
    const writer = await hub.users.create();
    await hub.database.query(
      `insert into notifications (id, user_id, event_key, kind, title, message, url, in_app, created_at)
       select gen_random_uuid(), $1, n::text, 'x', 'T', 'M', '/', true, now() from generate_series(1, 1201) n`,
      [writer.id],
    );
    const { rows } = (await exportOf(admin, writer.id)).body.sections['notifications']!;
    expect(rows).toHaveLength(1201);
  });

  test('is audited, and of oneself needs no permission', async () => {
    expect(await countOf(`audit_log where action = 'user.exported' and subject_id = $1`, [user.id])).toBe(1);
    const own = await user.request<Exported>('GET', '/profile/export');
    expect(own.status).toBe(200);
    expect(own.body.sections['account']!.rows[0]).toMatchObject({ email: user.email });
    for (let i = 0; i < 4; i++) await user.request('GET', '/profile/export');
    expect((await user.request('GET', '/profile/export')).status).toBe(429);
  });

  test('is refused for others, and for unknown users', async () => {
    expect((await exportOf(other, user.id)).status).toBe(403);
    expect((await exportOf(admin, '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f')).status).toBe(404);
  });

  test('is refused for users with more permissions', async () => {
    const manager = await hub.users.create((await createRole(admin, ['users.manage'])).name);
    const member = await hub.users.create((await createRole(admin, [])).name);
    for (const { id } of [admin, user])
      expect(await exportOf(manager, id)).toMatchObject({ status: 403, body: { code: 'role_above_own' } });
    expect(await countOf(`audit_log where action = 'user.exported' and subject_id = $1`, [admin.id])).toBe(0);
    for (const { id } of [member, manager]) expect((await exportOf(manager, id)).status).toBe(200);
  });
});

describe('erasing', () => {
  test('is refused for oneself, another email address, and users with more permissions', async () => {
    const { name } = await createRole(admin, ['users.manage']);
    const manager = await hub.users.create(name);
    expect(await erase(admin, admin)).toMatchObject({ status: 403, body: { code: 'own_account' } });
    expect(await erase(manager, admin)).toMatchObject({ status: 403, body: { code: 'role_above_own' } });
    expect(await erase(admin, { ...user, email: admin.email })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'email' }] },
    });
    expect((await user.request('GET', '/auth/me')).status).toBe(200);
  });

  test('keeps what the user wrote, and removes the rest', async () => {
    const before = await getReputation(hub.database, other);
    const avatar = (await hub.request<{ avatar_url: string }>('GET', `/users/${user.id}/profile`)).body.avatar_url;
    expect((await hub.request('GET', avatar.replace('/api', ''))).status).toBe(200);

    expect(await erase(admin, { id: user.id, email: user.email.toUpperCase() })).toMatchObject({
      status: 200,
      body: { message: 'The user was erased.' },
    });

    expect((await user.request('GET', '/auth/me')).status).toBe(401);
    const { email, password } = user;
    expect((await hub.request('POST', '/auth/login-manual', { body: { email, password } })).status).toBe(401);
    expect((await hub.request('GET', `/users/${user.id}/profile`)).status).toBe(404);
    expect((await hub.request('GET', avatar.replace('/api', ''))).status).toBe(404);
    expect((await admin.request('GET', `/users?q=${email}`)).body).toEqual([]);
    expect((await erase(admin, user)).status).toBe(404);

    expect((await admin.request('GET', `/documents/${ownDocument}`)).body).toMatchObject({
      title: 'A text that stays',
      author_name: 'Former member',
      // One of two: the user's own is gone.
      like_count: 1,
    });
    expect((await admin.request('GET', `/documents/${item}`)).body).toMatchObject({
      like_count: 1,
      helpful_count: 0,
      confused_count: 0,
      bookmark_count: 0,
    });
    expect((await admin.request('GET', `/forum/threads/${thread}`)).body).toMatchObject({
      title: 'A thread that stays',
      author_name: 'Former member',
    });
    expect((await admin.request('GET', `/forum/posts/${ownPost}`)).body).toMatchObject({
      content: 'A post that stays',
      author_name: 'Former member',
      author_location: '',
      author_signature: '',
    });
    // LIKE and HELPFUL of the document and of the post; the deleted post has taken its own.
    expect(await getReputation(hub.database, other)).toBe(before - 4);
  });

  test('leaves the address free for a new account', async () => {
    const body = { email: user.email, name: 'A new user', password: 'another-secret' };
    const registered = await hub.request<{ user: { id: string } }>('POST', '/auth/register', { body });
    expect(registered.status).toBe(201);
    expect(registered.body.user.id).not.toBe(user.id);
    await waitForJobs(hub.database, '');
    await hub.database.query('delete from one_time_tokens where user_id = $1', [registered.body.user.id]);
    await hub.database.query('update users set email = $2 where id = $1', [registered.body.user.id, 'new@example.org']);
  });

  test('leaves no trace of the account in any table', async () => {
    await waitForJobs(hub.database, '');
    const tables = await hub.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
    );
    const { name, bio, location, signature, website } = personal;
    const pattern = [name, bio, location, signature, website, 'Badger', user.email, user.handle].join('|');
    const found: string[] = [];
    for (const { name: table } of tables)
      if (await countOf(`"${table}" t where t::text ~* $1`, [pattern])) found.push(table);
    expect(found).toEqual([]);
  });

  test('leaves the id only as that of the author, reviewer or editor', async () => {
    const kept = [
      'comments.author_id',
      'content_items.author_id',
      'document_revisions.author_id',
      'forum_posts.author_id',
      'forum_threads.author_id',
      'forum_threads.last_post_author_id',
      'post_edits.editor_id',
      'reports.reporter_id',
      'user_stats.user_id',
      'videos.saved_by_id',
    ];
    const found: string[] = [];
    for (const column of await userColumns()) {
      const [table, name] = column.split('.');
      if (await countOf(`${table} t where t.${name} = $1`, [user.id])) found.push(column);
    }
    expect(found).toEqual(kept);
    expect(await countOf('activity where user_id = $1', [user.id])).toBe(0);
    expect(await countOf(`view_days where viewer_key = $1`, [user.id])).toBe(0);
    expect(await countOf(`search_entries where type = 'user' and id = $1`, [user.id])).toBe(0);
    expect(await countOf(`counters where name = 'files.bytes.' || $1::text`, [user.id])).toBe(0);
  });

  test('leaves every counter right', async () => {
    expect(await findDifferences(hub)).toEqual([]);
  });

  test('is in the audit log without the name', async () => {
    const entries = await hub.database.query(
      `select actor_id, before, after from audit_log where action = 'user.erased' and subject_id = $1`,
      [user.id],
    );
    expect(entries).toEqual([{ actor_id: admin.id, before: null, after: null }]);
  });

  test('anonymises the name of an administrator in the audit log and in notifications', async () => {
    const erased = await hub.users.create('ADMIN', 'Zacharias Zett');
    await setDocumentStatus(erased, item, 'ARCHIVED');
    await erased.request('PUT', `/users/${(await hub.users.create()).id}/role`, { body: { role: 'REVIEWER' } });
    await waitForJobs(hub.database, '');
    expect(await countOf(`notifications where message like 'Zacharias Zett archived%'`, [])).toBe(1);
    expect((await erase(admin, erased)).status).toBe(200);
    expect(await countOf(`notifications where message like '%Zacharias%'`, [])).toBe(0);
    expect(await countOf(`notifications where message like 'Former member archived “Of another”%'`, [])).toBe(1);
    expect(
      await hub.database.query('select distinct actor_name from audit_log where actor_id = $1', [erased.id]),
    ).toEqual([{ actor_name: 'Former member' }]);
    await waitForJobs(hub.database, '');
    expect(await findDifferences(hub)).toEqual([]);
  });

  test('of the last active administrator is refused', async () => {
    const { name } = await createRole(admin, [
      ...(await admin.request<{ permissions: string[] }>('GET', '/auth/me')).body.permissions,
    ]);
    const manager = await hub.users.create(name);
    await hub.database.query(`update users set role = 'VIEWER' where role = 'ADMIN' and id <> $1`, [admin.id]);
    expect(await erase(manager, admin)).toMatchObject({ status: 409, body: { code: 'last_admin' } });
    expect(await admin.request('POST', `/admin/users/${manager.id}/deactivate`)).toMatchObject({ status: 200 });
  });
});
