import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import { encodeForm } from '../../../../test/support/forms.js';
import type { SendRequest } from '../../../../test/support/http.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createAnimation, createPng } from '../../../../test/support/images.js';
import { recountFiles, listStoredFiles } from '../../../../test/support/stored-files.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import { Files } from '../../../platform/files/files.js';
import { fileQuota, uploadsPerHour } from '../../../platform/files/file-quota.js';
import { Settings } from '../../../platform/settings/settings.js';
import type { DocumentResponse } from '../documents/documents.dto.js';
import type { ImageResponse } from './images.controller.js';

let hub: TestApp;
let admin: TestUser;
let author: TestUser;
beforeAll(async () => {
  ({ hub, admin, author } = await createTestAppWithUsers({ admin: 'ADMIN', author: 'CONTRIBUTOR' }));
});
afterAll(() => hub.close());

const upload = async (request: SendRequest, image?: Buffer) =>
  request<ImageResponse & { code: string }>(
    'POST',
    '/images',
    await encodeForm({ image: image ?? (await createPng()) }),
  );
const see = async (request: SendRequest, url: string) => (await request('GET', url.replace(/^\/api/, ''))).status;
const textWith = (...images: ImageResponse[]) => `Look:\n${images.map(({ url }) => `![x](${url})`).join('\n')}`;
const edit = (user: TestUser, id: string, body: object) =>
  user.request<DocumentResponse>('PUT', `/admin/documents/${id}`, { body });
const sweep = () => hub.get(Files).sweep(new Date(Date.now() + 25 * 3600_000));

describe('POST /images', () => {
  test('returns a URL that the server has made', async () => {
    const { status, body } = await upload(author.request, await createPng(2000, 500));
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), url: `/api/files/${body.id}/${body.url.split('/').at(-1)}`, width: 1600, height: 400 },
    ]);
    expect(await author.request('GET', body.url.slice(4))).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp' },
    });
    expect((await upload(author.request, await createAnimation(40, 20, 3, 'gif'))).body).toMatchObject({
      width: 40,
      height: 20,
    });
  });

  test('an unused image is visible to its uploader only and deleted after a day', async () => {
    const { url } = (await upload(author.request)).body;
    for (const request of [hub.request, admin.request]) expect(await see(request, url)).toBe(404);
    expect(await see(author.request, url)).toBe(200);
    await sweep();
    expect(await see(author.request, url)).toBe(404);
  });

  test('is allowed for users who may write documents, comments or posts', async () => {
    const before = await listStoredFiles(hub);
    expect((await upload(hub.request)).status).toBe(401);
    const viewer = await hub.users.create('VIEWER');
    await hub.database.query(`update roles set permissions = '{reactions.create}' where name = 'VIEWER'`);
    expect((await upload(viewer.request)).body).toMatchObject({
      status: 403,
      code: 'permission_missing',
      role: 'VIEWER',
    });
    expect(await listStoredFiles(hub)).toEqual(before);
    for (const permission of ['comments.create', 'forum.post']) {
      await hub.database.query(`update roles set permissions = $1 where name = 'VIEWER'`, [[permission]]);
      expect((await upload(viewer.request)).status).toBe(201);
    }
  });

  test('rejects missing and invalid images', async () => {
    expect((await author.request('POST', '/images', await encodeForm({}))).body).toMatchObject({
      status: 400,
      errors: [{ field: 'image' }],
    });
    expect((await upload(author.request, Buffer.from('<svg/>'))).body).toMatchObject({
      status: 415,
      code: 'not_an_image',
    });
  });
});

describe('an image in a text', () => {
  test('is visible to exactly those who see the document', async () => {
    const image = (await upload(author.request)).body;
    const viewer = await hub.users.create('VIEWER');
    const seenBy = () =>
      Promise.all([hub.request, viewer.request, author.request].map((request) => see(request, image.url)));
    const { id } = await createDocument(author, { content: textWith(image) });
    expect(await seenBy()).toEqual([404, 404, 200]);
    await setDocumentStatus(admin, id, 'PUBLISHED');
    expect(await seenBy()).toEqual([200, 200, 200]);
    expect((await hub.request('GET', image.url.slice(4))).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    await edit(admin, id, { visibility: 'INTERNAL' });
    expect(await seenBy()).toEqual([404, 404, 200]);
    await edit(admin, id, { visibility: 'PUBLIC' });
    expect(await seenBy()).toEqual([200, 200, 200]);
    await edit(author, id, { content: 'Nothing to see here.' });
    expect(await seenBy()).toEqual([404, 404, 200]);
  });

  test('stays invisible when another user writes its URL into a text', async () => {
    const image = (await upload(author.request)).body;
    const other = await hub.users.create('CONTRIBUTOR');
    const { id } = await createDocument(other, { content: textWith(image) });
    await setDocumentStatus(admin, id, 'PUBLISHED');
    for (const request of [hub.request, other.request, admin.request]) expect(await see(request, image.url)).toBe(404);
    await admin.request('DELETE', `/admin/documents/${id}`);
  });

  test('is deleted with its document, once that leaves the trash', async () => {
    const image = (await upload(author.request)).body;
    const { id } = await createDocument(author, { content: textWith(image) });
    await author.request('DELETE', `/admin/documents/${id}`);
    await sweep();
    expect(await see(author.request, image.url)).toBe(200);
    expect(await see(admin.request, image.url)).toBe(404);
    await admin.request('DELETE', `/trash/document/${id}`);
    await sweep();
    expect(await see(author.request, image.url)).toBe(404);
    expect(await hub.database.query('select 1 as x from file_uses where file_id = $1', [image.id])).toEqual([]);
  });
});

const settings = () => hub.get(Settings);
const avatar = async (user: TestUser) =>
  user.request('PUT', '/profile', await encodeForm({ avatar: await createPng() }));
const thumbnail = async (user: TestUser, id: string) =>
  user.request('POST', `/documents/${id}/thumbnail`, await encodeForm({ thumbnail: await createPng() }));

describe('the quota of a user', () => {
  test('limits the size of all images; administrators have no quota', async () => {
    const writer = await hub.users.create('CONTRIBUTOR');
    const { id } = await createDocument(writer);
    expect((await upload(writer.request)).status).toBe(201);
    await hub.database.query('update files set size = $2 where uploader_id = $1', [writer.id, 500 * 1024 ** 2]);
    await recountFiles(hub);
    for (const { status, body } of [await upload(writer.request), await avatar(writer), await thumbnail(writer, id)]) {
      expect({ status, body }).toMatchObject({
        status: 413,
        body: { code: 'image_quota_reached', detail: expect.stringContaining('500 MB') },
      });
    }
    await settings().set(fileQuota, 501, null);
    expect((await upload(writer.request)).status).toBe(201);
    expect((await upload((await hub.users.create('CONTRIBUTOR')).request)).status).toBe(201);
    await hub.database.query('update files set size = $2 where uploader_id = $1', [admin.id, 900 * 1024 ** 2]);
    await recountFiles(hub);
    expect((await upload(admin.request)).status).toBe(201);
  });

  test('includes the new image', async () => {
    const writer = await hub.users.create('CONTRIBUTOR');
    const { id } = await createDocument(writer);
    await settings().set(fileQuota, 500, null);
    const { body: first } = await upload(writer.request);
    const used = `update files set size = $2 where id = $1`;
    const free = async (bytes: number) => {
      await hub.database.query(used, [first.id, 500 * 1024 ** 2 - bytes]);
      await recountFiles(hub);
    };
    const size = (await hub.database.one<{ size: number }>('select size::int as size from files where id = $1', [
      first.id,
    ]))!.size;
    await free(1);
    const before = await listStoredFiles(hub);
    for (const { status, body } of [await upload(writer.request), await avatar(writer), await thumbnail(writer, id)])
      expect({ status, body }).toMatchObject({ status: 413, body: { code: 'image_quota_reached' } });
    await free(size - 1);
    expect((await upload(writer.request)).status).toBe(413);
    expect(await listStoredFiles(hub)).toEqual(before);
    await free(size);
    expect((await upload(writer.request)).status).toBe(201);
  });

  test('limits the uploads per hour', async () => {
    const writer = await hub.users.create('CONTRIBUTOR');
    const { id } = await createDocument(writer);
    await settings().set(uploadsPerHour, 3, null);
    expect([
      (await upload(writer.request)).status,
      (await avatar(writer)).status,
      (await thumbnail(writer, id)).status,
    ]).toEqual([201, 200, 200]);
    for (const { status, headers } of [
      await upload(writer.request),
      await avatar(writer),
      await thumbnail(writer, id),
    ]) {
      expect({ status, retryAfter: Number(headers['retry-after']) > 3000 }).toEqual({ status: 429, retryAfter: true });
    }
    expect((await upload((await hub.users.create('CONTRIBUTOR')).request)).status).toBe(201);
    await settings().set(uploadsPerHour, 200, null);
  });
});
