import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { createFile, encodeForm } from '../../../../test/support/forms.js';
import type { SendRequest } from '../../../../test/support/http.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createAnimation, createPhonePhoto, createPng } from '../../../../test/support/images.js';
import { createDocument } from '../../../../test/support/documents.js';
import { listStoredFiles } from '../../../../test/support/stored-files.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { Files } from '../../../platform/files/files.js';
import type { OwnUserResponse, PublicProfileResponse } from '../users/users.dto.js';

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub.close());

type Changed = OwnUserResponse & { code: string; errors: { field: string; message: string }[] };
const change = (user: TestUser, body: object) => user.request<Changed>('PUT', '/profile', { body });
const send = async (user: TestUser, values: Parameters<typeof encodeForm>[0]) =>
  user.request<Changed>('PUT', '/profile', await encodeForm(values));
const publicly = (id: string, request: SendRequest = hub.request) =>
  request<PublicProfileResponse>('GET', `/users/${id}/profile`);
const withAvatar = async (user: TestUser, bytes?: Buffer) =>
  (await send(user, { avatar: bytes ?? (await createPng(600, 400)) })).body.avatar_url!;
const see = async (url: string, request: SendRequest = hub.request) =>
  (await request('GET', url.replace(/^\/api/, ''))).status;
const sweep = () => hub.get(Files).sweep(new Date(Date.now() + 25 * 3600_000));

describe('updating the own profile', () => {
  test('works with a form', async () => {
    const user = await hub.users.create();
    const sent = {
      name: 'Ada Lovelace',
      bio: 'First line.\nSecond line.',
      skills: '["maths","engines"]',
      notification_preferences: '{"email":false,"in_app":true}',
      signature: '— Ada',
      location: 'London',
      website: 'https://example.org/ada?x=1#y',
      avatar_url: '',
    };
    const { status, body } = await send(user, sent);
    const same = {
      name: 'Ada Lovelace',
      full_name: 'Ada Lovelace',
      bio: sent.bio,
      profile_bio: sent.bio,
      skills: ['maths', 'engines'],
      profile_skills: ['maths', 'engines'],
      notification_preferences: { email: false, in_app: true },
      signature: '— Ada',
      location: 'London',
      website: sent.website,
      avatar_url: null,
      picture: null,
    };
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ ...same, email: user.email, handle: user.handle, id: user.id }),
    ]);
    expect((await user.request('GET', '/auth/me')).body).toEqual(body);
  });

  test('works with JSON in both spellings; omitted fields stay, empty ones are cleared', async () => {
    const user = await hub.users.create();
    await change(user, {
      full_name: 'Grace',
      profile_bio: 'Bugs',
      profile_skills: ['a', 'b', 'a', ' b '],
      location: 'Here',
      notification_preferences: { email: false },
    });
    const { body } = await change(user, { website: 'http://example.org' });
    expect(body).toMatchObject({
      name: 'Grace',
      bio: 'Bugs',
      skills: ['a', 'b'],
      location: 'Here',
      website: 'http://example.org',
      notification_preferences: { email: false, in_app: true },
    });
    const cleared = { bio: '', skills: [], location: '', website: '', signature: '' };
    expect(
      (await change(user, { ...cleared, name: null, profile_bio: null, notification_preferences: null })).body,
    ).toMatchObject({ ...cleared, name: 'Grace' });
  });

  test('sets the language, and leaves it to the browser again', async () => {
    const user = await hub.users.create();
    const readLanguage = async () => (await user.request<OwnUserResponse>('GET', '/auth/me')).body.language;
    expect(await readLanguage()).toBe('auto');
    expect((await change(user, { language: 'de' })).body.language).toBe('de');
    expect((await change(user, { name: 'Ada' })).body.language).toBe('de');
    expect((await change(user, { language: 'xx' })).status).toBe(400);
    expect((await change(user, { language: 'auto' })).body.language).toBe('auto');
    expect(await readLanguage()).toBe('auto');
  });

  test('changes no other fields', async () => {
    const user = await hub.users.create();
    const extra = {
      id: randomUUID(),
      role: 'ADMIN',
      email: 'other@example.org',
      handle: 'boss',
      post_count: 9,
      reputation: 9,
      permissions: ['x'],
      notification_preferences: { email: true, in_app: true, admin: true },
      created_at: '2000-01-01T00:00:00Z',
      avatar_file_id: randomUUID(),
      password_hash: 'x',
    };
    const { status, body } = await change(user, extra);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...(await user.request('GET', '/auth/me')).body,
      id: user.id,
      role: 'VIEWER',
      email: user.email,
      handle: user.handle,
      post_count: 0,
      reputation: 0,
      created_at: user.created_at,
    });
    expect(await hub.database.one('select preferences from users where id = $1', [user.id])).toEqual({
      preferences: { email: true, in_app: true },
    });
  });

  test('reports all invalid values at once and saves nothing', async () => {
    const user = await hub.users.create('VIEWER', 'Unchanged');
    const { status, body } = await change(user, {
      name: '  ',
      bio: 'x'.repeat(2001),
      skills: ['x'.repeat(51)],
      website: 'javascript:alert(1)',
      notification_preferences: { email: 'yes' },
      location: 5,
    });
    expect([status, body.errors.map(({ field }) => field).sort()]).toEqual([
      400,
      ['bio', 'location', 'name', 'notification_preferences', 'skills', 'website'],
    ]);
    for (const website of [
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      '//example.org',
      'example.org',
      'ftp://example.org',
      'https://',
      'http://a b',
      'https://exa mple.org',
      'https:example.org',
      ' javascript:x',
      'https://[',
      'https://bank.example@other.example',
      'https://a:b@example.org',
    ]) {
      expect({ website, ...(await change(user, { website, bio: 'Kept?' })) }).toMatchObject({
        website,
        status: 400,
        body: { errors: [{ field: 'website' }] },
      });
    }
    for (const notification_preferences of [{}, [], 'x', '[]', '{"email":1}', { email: null }])
      expect((await change(user, { notification_preferences })).status).toBe(400);
    expect((await user.request('GET', '/auth/me')).body).toMatchObject({ name: 'Unchanged', bio: '', website: '' });
  });
});

describe('the public profile', () => {
  test('shows the fields of the user without the email address', async () => {
    const user = await hub.users.create('EDITOR', 'Public Person');
    await change(user, {
      bio: 'Hello',
      skills: ['x'],
      website: 'https://example.org',
      location: 'Here',
      signature: 'Bye',
    });
    const admin = await hub.users.create('ADMIN');
    for (const request of [hub.request, admin.request, user.request]) {
      const { status, body, text } = await publicly(user.id, request);
      expect([status, body]).toEqual([
        200,
        {
          id: user.id,
          name: 'Public Person',
          full_name: 'Public Person',
          handle: user.handle,
          role: 'EDITOR',
          role_display_name: 'Editor',
          show_role_badge: true,
          avatar_url: null,
          picture: null,
          bio: 'Hello',
          profile_bio: 'Hello',
          skills: ['x'],
          profile_skills: ['x'],
          signature: 'Bye',
          location: 'Here',
          website: 'https://example.org',
          post_count: 0,
          reputation: 0,
          join_date: user.created_at,
          created_at: user.created_at,
        },
      ]);
      expect(text).not.toContain('@');
    }
    expect((await publicly((await hub.users.create('VIEWER')).id)).body).toMatchObject({ show_role_badge: false });
  });

  test('gives 404 for unknown and erased users', async () => {
    const user = await hub.users.create();
    await hub.database.query('update users set erased_at = now() where id = $1', [user.id]);
    for (const id of [user.id, randomUUID(), 'me', 'x', '%00', user.handle])
      expect((await publicly(id)).status).toBe(404);
  });
});

describe('the avatar', () => {
  test.each([
    ['a photograph', () => createPhonePhoto(800, 400)],
    ['a film', () => createAnimation(400, 300, 3, 'gif')],
    ['a PNG', () => createPng(3000, 2000)],
  ])('%s becomes a small square WebP', async (_what, bytes) => {
    const user = await hub.users.create();
    const url = (await send(user, { avatar: createFile(await bytes(), 'my passport.png') })).body.avatar_url!;
    const response = await hub.app.inject(url);
    expect([response.statusCode, response.headers['content-type'], response.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    expect(response.headers['content-disposition']).toContain('avatar.webp');
    const { width, height, pages = 1, exif } = await sharp(response.rawPayload).metadata();
    expect([width, height, pages, exif]).toEqual([256, 256, 1, undefined]);
  });

  test('a small image is not enlarged', async () => {
    const user = await hub.users.create();
    const { rawPayload } = await hub.app.inject(await withAvatar(user, await createPng(60, 30)));
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 30, height: 30 });
  });

  test('appears wherever the user is shown', async () => {
    const [user, admin] = [await hub.users.create('EDITOR'), await hub.users.create('ADMIN')];
    const url = await withAvatar(user);
    const { id } = await createDocument(user, { status: 'PUBLISHED' });
    expect((await publicly(user.id)).body).toMatchObject({ avatar_url: url, picture: url });
    expect((await hub.request('GET', `/documents/${id}`)).body).toMatchObject({ author_avatar: url });
    const rows = async (path: string) => (await admin.request<Record<string, unknown>[]>('GET', path)).body;
    expect((await rows('/documents')).find((row) => row['id'] === id)).toMatchObject({ author_avatar: url });
    expect((await rows('/users')).find((row) => row['id'] === user.id)).toMatchObject({
      avatar_url: url,
      picture: url,
    });
    expect(await rows(`/documents/${id}/revisions`)).toMatchObject([{ author_avatar: url }]);
    expect((await admin.request('GET', `/documents/${id}/revisions/1`)).body).toMatchObject({ author_avatar: url });
    await change(user, { avatar_url: '' });
    expect((await hub.request('GET', `/documents/${id}`)).body).toMatchObject({ author_avatar: null });
  });

  test('is deleted when it is replaced or removed', async () => {
    const user = await hub.users.create();
    const before = await listStoredFiles(hub);
    const first = await withAvatar(user);
    await sweep();
    expect(await see(first)).toBe(200);
    expect((await change(user, { avatar_url: first, bio: 'The form sends it along.' })).body).toMatchObject({
      avatar_url: first,
    });
    const second = await withAvatar(user, await createPng(300, 300, '#00ff00'));
    expect([second === first, await see(first, user.request), await see(second)]).toEqual([false, 404, 200]);
    expect((await change(user, { avatar_url: '' })).body).toMatchObject({ avatar_url: null, picture: null });
    expect(await see(second, user.request)).toBe(404);
    expect(await listStoredFiles(hub)).toEqual(before);
  });

  test('can be a copy of a readable image of this hub, whose readers stay the same', async () => {
    const user = await hub.users.create('CONTRIBUTOR');
    const { url } = (
      await user.request<{ url: string }>('POST', '/images', await encodeForm({ image: await createPng(800, 400) }))
    ).body;
    const { status, body } = await change(user, { avatar_url: url });
    expect([status, body.avatar_url === url]).toEqual([200, false]);
    expect([await see(body.avatar_url!), await see(url)]).toEqual([200, 404]);
    expect(await sharp((await hub.app.inject(body.avatar_url!)).rawPayload).metadata()).toMatchObject({
      width: 256,
      height: 256,
    });
    const another = await hub.users.create();
    expect(await change(another, { avatar_url: url })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'avatar_url' }] },
    });
    expect((await change(another, { avatar_url: `http://localhost:3000${body.avatar_url}` })).status).toBe(200);
  });

  test('cannot be another URL', async () => {
    const user = await hub.users.create();
    const own = await withAvatar(user);
    const before = await listStoredFiles(hub);
    for (const avatar_url of [
      'https://evil.example/x.png',
      `https://evil.example${own}`,
      `/x${own}`,
      `${own}x`,
      `${own}?x`,
      `/api/files/${randomUUID()}/0123456789abcdef`,
      'javascript:alert(1)',
      '/api/documents',
      own.replace(/^\/api/, ''),
    ]) {
      expect({ avatar_url, ...(await change(user, { avatar_url })) }).toMatchObject({
        avatar_url,
        status: 400,
        body: { errors: [{ field: 'avatar_url' }] },
      });
    }
    expect((await user.request('GET', '/auth/me')).body).toMatchObject({ avatar_url: own });
    expect(await listStoredFiles(hub)).toEqual(before);
  });

  test('an invalid file, or invalid fields beside it, leaves nothing behind', async () => {
    const user = await hub.users.create();
    const before = await listStoredFiles(hub);
    expect(await send(user, { avatar: Buffer.from('<svg/>') })).toMatchObject({
      status: 415,
      body: { code: 'not_an_image' },
    });
    expect((await send(user, { avatar: await createPng(), website: 'javascript:x' })).status).toBe(400);
    expect((await hub.request('PUT', '/profile', await encodeForm({ avatar: await createPng() }))).status).toBe(401);
    expect((await user.request('GET', '/auth/me')).body).toMatchObject({ avatar_url: null });
    expect(await listStoredFiles(hub)).toEqual(before);
  });

  test('of several concurrent uploads one is shown and readable', async () => {
    const user = await hub.users.create();
    const images = await Promise.all([1, 2, 3, 4].map((i) => createPng(100 + i * 20, 100)));
    const responses = await Promise.all(images.map((avatar) => send(user, { avatar })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { avatar_url } = (await publicly(user.id)).body;
    expect(await see(avatar_url!)).toBe(200);
    expect(
      await hub.database.query(`select 1 as x from file_uses where subject_type = 'avatar' and subject_id = $1`, [
        user.id,
      ]),
    ).toHaveLength(1);
  });
});
