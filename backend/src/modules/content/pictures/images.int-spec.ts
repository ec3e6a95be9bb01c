import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { moveTo, write } from '../../../../test/support/documents.js';
import { form } from '../../../../test/support/forms.js';
import type { Ask } from '../../../../test/support/http.js';
import type { Person } from '../../../../test/support/people.js';
import { film, png } from '../../../../test/support/pictures.js';
import { storedFiles } from '../../../../test/support/stored-files.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { UnusedFiles } from '../../../platform/files/unused-files.js';
import type { DocumentResponse } from '../documents/documents.dto.js';
import type { ImageResponse } from './pictures.dto.js';

let hub: TestApp;
let admin: Person;
let author: Person;
beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.people.create('ADMIN');
  author = await hub.people.create('CONTRIBUTOR');
});
afterAll(() => hub.close());

const upload = async (ask: Ask, image?: Buffer) =>
  ask<ImageResponse & { code: string }>('POST', '/images', await form({ image: image ?? (await png()) }));
const see = async (ask: Ask, url: string) => (await ask('GET', url.replace(/^\/api/, ''))).status;
const textWith = (...images: ImageResponse[]) => `Look:\n${images.map(({ url }) => `![x](${url})`).join('\n')}`;
const edit = (person: Person, id: string, body: object) =>
  person.ask<DocumentResponse>('PUT', `/admin/documents/${id}`, { body });
const sweep = () => hub.get(UnusedFiles).sweep(new Date(Date.now() + 25 * 3600_000));

describe('POST /images', () => {
  test('gives an address for the text, of our own making', async () => {
    const { status, body } = await upload(author.ask, await png(2000, 500));
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), url: `/api/files/${body.id}/${body.url.split('/').at(-1)}`, width: 1600, height: 400 },
    ]);
    expect(await author.ask('GET', body.url.slice(4))).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp' },
    });
    expect((await upload(author.ask, await film(40, 20, 3, 'gif'))).body).toMatchObject({ width: 40, height: 20 });
  });

  test('until a text shows it, only its uploader sees it, and after a day it is gone', async () => {
    const { url } = (await upload(author.ask)).body;
    for (const ask of [hub.ask, admin.ask]) expect(await see(ask, url)).toBe(404);
    expect(await see(author.ask, url)).toBe(200);
    await sweep();
    expect(await see(author.ask, url)).toBe(404);
  });

  test('is for all who may write something', async () => {
    const before = await storedFiles(hub);
    expect((await upload(hub.ask)).status).toBe(401);
    const nobody = await hub.people.create('VIEWER');
    await hub.database.query(
      `update roles set permissions = array_remove(permissions, 'comments.create') where name = 'VIEWER'`,
    );
    expect((await upload(nobody.ask)).body).toMatchObject({ status: 403, code: 'permission_missing', role: 'VIEWER' });
    expect(await storedFiles(hub)).toEqual(before);
    await hub.database.query(
      `update roles set permissions = permissions || '{comments.create}'::text[] where name = 'VIEWER'`,
    );
    expect((await upload(nobody.ask)).status).toBe(201);
  });

  test('says what is missing or wrong', async () => {
    expect((await author.ask('POST', '/images', await form({}))).body).toMatchObject({
      status: 400,
      errors: [{ field: 'image' }],
    });
    expect((await upload(author.ask, Buffer.from('<svg/>'))).body).toMatchObject({ status: 415, code: 'not_an_image' });
  });
});

describe('an image in a text', () => {
  test('is seen by exactly those who see the document', async () => {
    const image = (await upload(author.ask)).body;
    const viewer = await hub.people.create('VIEWER');
    const seenBy = () => Promise.all([hub.ask, viewer.ask, author.ask].map((ask) => see(ask, image.url)));
    const { id } = await write(author, { content: textWith(image) });
    expect(await seenBy()).toEqual([404, 404, 200]);
    await moveTo(admin, id, 'PUBLISHED');
    expect(await seenBy()).toEqual([200, 200, 200]);
    expect((await hub.ask('GET', image.url.slice(4))).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    await edit(admin, id, { visibility: 'INTERNAL' });
    expect(await seenBy()).toEqual([404, 404, 200]);
    await edit(admin, id, { visibility: 'PUBLIC' });
    expect(await seenBy()).toEqual([200, 200, 200]);
    await edit(author, id, { content: 'Nothing to see here.' });
    expect(await seenBy()).toEqual([404, 404, 200]);
  });

  test('stays with a former version, which can be restored whole', async () => {
    const image = (await upload(author.ask)).body;
    const { id } = await write(author, { content: textWith(image), status: 'PUBLISHED' });
    await moveTo(admin, id, 'PUBLISHED');
    await edit(author, id, { content: 'Gone.' });
    await sweep();
    expect(await see(hub.ask, image.url)).toBe(404);
    expect((await author.ask('POST', `/documents/${id}/revisions/1/restore`, { body: {} })).status).toBe(200);
    expect(await see(hub.ask, image.url)).toBe(200);
    await edit(admin, id, { title: 'By another editor' });
    expect(await see(hub.ask, image.url)).toBe(200);
  });

  test('cannot be opened by writing its address into a text of one’s own', async () => {
    const image = (await upload(author.ask)).body;
    const other = await hub.people.create('CONTRIBUTOR');
    const { id } = await write(other, { content: textWith(image) });
    await moveTo(admin, id, 'PUBLISHED');
    for (const ask of [hub.ask, other.ask, admin.ask]) expect(await see(ask, image.url)).toBe(404);
    await admin.ask('DELETE', `/admin/documents/${id}`);
  });

  test('goes when its document goes', async () => {
    const image = (await upload(author.ask)).body;
    const { id } = await write(author, { content: textWith(image) });
    await author.ask('DELETE', `/admin/documents/${id}`);
    await sweep();
    expect(await see(author.ask, image.url)).toBe(404);
    expect(await hub.database.query('select 1 as x from file_uses where file_id = $1', [image.id])).toEqual([]);
  });
});
