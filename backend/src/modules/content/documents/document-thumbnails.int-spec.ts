import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import { createFile, encodeForm } from '../../../../test/support/forms.js';
import type { SendRequest } from '../../../../test/support/http.js';
import type { TestUser } from '../../../../test/support/users.js';
import { buildPng, createPng } from '../../../../test/support/images.js';
import { listStoredFiles } from '../../../../test/support/stored-files.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import { Files } from '../../../platform/files/files.js';
import type { DocumentResponse } from './documents.dto.js';

let hub: TestApp;
let admin: TestUser;
let author: TestUser;
let large: Buffer;
beforeAll(async () => {
  ({ hub, admin, author } = await createTestAppWithUsers({ admin: 'ADMIN', author: 'CONTRIBUTOR' }));
  large = await createPng(1300, 700);
});
afterAll(() => hub.close());

const change = async (request: SendRequest, id: string, thumbnail: Buffer | File = large) =>
  request<DocumentResponse & { code: string; errors?: { field: string }[] }>(
    'POST',
    `/documents/${id}/thumbnail`,
    await encodeForm({ thumbnail }),
  );
const see = (request: SendRequest, url: string | null) => request('GET', (url ?? '').replace(/^\/api/, ''));
const usesOf = async (id: string) =>
  (await hub.database.query<{ file_id: string }>('select file_id from file_uses where subject_id = $1', [id])).map(
    (use) => use.file_id,
  );

describe('where the thumbnail is shown', () => {
  test('is a field of the document: by default cards and page', async () => {
    const document = await createDocument(author);
    expect(document.thumbnail_placement).toBe('PAGE');
    for (const thumbnail_placement of ['CARD', 'NONE', 'PAGE'] as const) {
      const path = `/admin/documents/${document.id}`;
      const { body } = await author.request<DocumentResponse>('PUT', path, { body: { thumbnail_placement } });
      expect(body.thumbnail_placement).toBe(thumbnail_placement);
      const [listed] = (await author.request<DocumentResponse[]>('GET', '/documents?limit=1')).body;
      expect(listed).toMatchObject({ id: document.id, thumbnail_placement });
    }
  });
});

describe('POST /documents/{id}/thumbnail', () => {
  test('stores three widths and keeps the version', async () => {
    const document = await createDocument(author);
    expect([document.thumbnail, document.thumbnail_srcset]).toEqual([null, null]);
    const { status, body } = await change(author.request, document.slug);
    expect([status, body.version, body.updated_at]).toEqual([200, 1, null]);
    const urls = (body.thumbnail_srcset ?? '').split(', ').map((part) => part.split(' '));
    expect(urls.map(([, width]) => width)).toEqual(['400w', '800w', '1200w']);
    expect(body.thumbnail).toBe(urls[2]![0]);
    const seen = await see(author.request, body.thumbnail);
    expect([seen.status, seen.headers['content-type'], seen.headers['x-content-type-options']]).toEqual([
      200,
      'image/webp',
      'nosniff',
    ]);
    expect(body.thumbnail_srcset).toBe(
      (await author.request<DocumentResponse[]>('GET', '/documents?limit=1')).body[0]!.thumbnail_srcset,
    );
  });

  test('is for those who may edit: 403 for other readers, 404 when the document is invisible', async () => {
    const draft = await createDocument(author);
    const open = await setDocumentStatus(admin, (await createDocument(author)).id, 'PUBLISHED');
    const [stranger, reviewer, editor] = await Promise.all(
      ['CONTRIBUTOR', 'REVIEWER', 'EDITOR'].map((role) => hub.users.create(role)),
    );
    const before = await listStoredFiles(hub);
    expect((await change(hub.request, open.id)).status).toBe(401);
    expect((await change(stranger!.request, draft.id)).status).toBe(404);
    expect((await change(stranger!.request, open.id)).body).toMatchObject({ status: 403, code: 'permission_missing' });
    expect((await change(reviewer!.request, draft.id)).status).toBe(403);
    expect((await stranger!.request('DELETE', `/documents/${draft.id}/thumbnail`)).status).toBe(404);
    expect((await stranger!.request('DELETE', `/documents/${open.id}/thumbnail`)).status).toBe(403);
    expect((await change(author.request, randomUUID())).status).toBe(404);
    expect(await listStoredFiles(hub)).toEqual(before);
    expect((await change(editor!.request, open.id)).status).toBe(200);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  test.each([
    ['SVG called .png', Buffer.from(svg), 415, 'not_an_image'],
    ['30,000 × 30,000', buildPng(30_000, 30_000, { rows: 1 }), 400, 'image_too_large_pixels'],
  ])('refuses %s and keeps nothing of it', async (_what, bytes, status, code) => {
    const { id } = await createDocument(author);
    const before = await listStoredFiles(hub);
    expect((await change(author.request, id, createFile(bytes, 'image.png'))).body).toMatchObject({ status, code });
    expect(await listStoredFiles(hub)).toEqual(before);
  });

  test('refuses forms without an image and other bodies', async () => {
    const { id } = await createDocument(author);
    const path = `/documents/${id}/thumbnail`;
    const missing = { status: 400, body: { errors: [{ field: 'thumbnail' }] } };
    expect(await author.request('POST', path, await encodeForm({ other: large }))).toMatchObject(missing);
    expect(await author.request('POST', path, await encodeForm({ thumbnail: 'a text' }))).toMatchObject(missing);
    expect(await author.request('POST', path, { body: {} })).toMatchObject(missing);
    expect(await author.request('POST', path)).toMatchObject(missing);
    expect((await author.request('POST', path, { body: large, headers: { 'content-type': 'image/png' } })).status).toBe(
      415,
    );
  });

  test('a new thumbnail replaces the old one and its files; DELETE removes it', async () => {
    const { id } = await createDocument(author);
    const first = (await change(author.request, id)).body.thumbnail;
    const second = (await change(author.request, id, await createPng(420, 210))).body;
    expect(await usesOf(id)).toHaveLength(1);
    await hub.get(Files).sweep(new Date(Date.now() + 25 * 3600_000));
    expect((await see(author.request, first)).status).toBe(404);
    expect((await see(author.request, second.thumbnail)).status).toBe(200);
    const none = await author.request<DocumentResponse>('DELETE', `/documents/${id}/thumbnail`);
    expect([none.status, none.body.thumbnail, none.body.thumbnail_srcset, none.body.version]).toEqual([
      200,
      null,
      null,
      1,
    ]);
    expect(await usesOf(id)).toEqual([]);
    expect((await author.request('DELETE', `/documents/${id}/thumbnail`)).status).toBe(200);
  });

  test('concurrent uploads leave exactly one thumbnail', async () => {
    const { id } = await createDocument(author);
    const colors = ['#111111', '#333333', '#555555', '#777777', '#999999', '#bbbbbb'];
    const responses = await Promise.all(
      colors.map(async (color) => change(author.request, id, await createPng(420, 210, color))),
    );
    expect(responses.map(({ status }) => status)).toEqual(colors.map(() => 200));
    const shown = await hub.database.one<{ thumbnail_file_id: string }>(
      'select thumbnail_file_id from content_items where id = $1',
      [id],
    );
    expect(await usesOf(id)).toEqual([shown!.thumbnail_file_id]);
  });
});

describe('saving a document with its thumbnail', () => {
  const fields = { title: 'With an image', content: 'ü\n\n  # Text ', tags: '["a","b, c"]', visibility: 'LOGGED_IN' };

  test('creates both in one request', async () => {
    const { status, body } = await author.request<DocumentResponse>(
      'POST',
      '/documents',
      await encodeForm({ ...fields, thumbnail: large }),
    );
    expect([status, body.title, body.content, body.tags, body.visibility]).toEqual([
      201,
      fields.title,
      fields.content,
      ['a', 'b, c'],
      'LOGGED_IN',
    ]);
    expect((await see(author.request, body.thumbnail)).status).toBe(200);
  });

  test('accepts base64, bare or as a data: URL', async () => {
    const base64 = large.toString('base64');
    for (const thumbnail_data of [base64, `data:image/png;base64,${base64}`]) {
      for (const sent of [{ body: { ...fields, thumbnail_data } }, await encodeForm({ ...fields, thumbnail_data })]) {
        const { status, body } = await author.request<DocumentResponse>('POST', '/documents', sent);
        expect([status, body.thumbnail_srcset?.split(', ').length]).toEqual([201, 3]);
      }
    }
    const refused = await author.request('POST', '/documents', {
      body: { ...fields, thumbnail_data: Buffer.from('no image').toString('base64') },
    });
    expect(refused.body).toMatchObject({ status: 415, code: 'not_an_image' });
    expect(
      (await author.request('POST', '/documents', { body: { ...fields, thumbnail_data: '%%%' } })).body,
    ).toMatchObject({ errors: [{ field: 'thumbnail_data' }] });
  });

  test.each(['', '/enhanced'])(
    'edits by PUT /admin/documents/{id}%s, with numbers and lists as texts',
    async (suffix) => {
      const { id, content } = await createDocument(author);
      const sent = await encodeForm({
        title: 'New',
        version: '1',
        tags: 'x, y',
        status: '',
        category_id: '',
        note: 'why',
        thumbnail: large,
      });
      const { status, body } = await author.request<DocumentResponse>('PUT', `/admin/documents/${id}${suffix}`, sent);
      expect([status, body.title, body.version, body.tags, body.content, body.status]).toEqual([
        200,
        'New',
        2,
        ['x', 'y'],
        content,
        'DRAFT',
      ]);
      expect(body.thumbnail).toMatch(/^\/api\/files\//);
      expect(
        (await author.request('PUT', `/admin/documents/${id}${suffix}`, await encodeForm({ version: '1' }))).body,
      ).toMatchObject({ status: 409, code: 'stale_version' });
      expect(
        (await author.request('PUT', `/admin/documents/${id}${suffix}`, await encodeForm({ version: 'x' }))).body,
      ).toMatchObject({ status: 400, errors: [{ field: 'version' }] });
      const kept = await author.request<DocumentResponse>('PUT', `/admin/documents/${id}${suffix}`, {
        body: { title: 'Newer' },
      });
      expect(kept.body.thumbnail).toBe(body.thumbnail);
    },
  );

  test('stores nothing when the command fails: wrong field or image, taken slug, stale, forbidden', async () => {
    const { slug, id } = await createDocument(author);
    const stranger = await hub.users.create('CONTRIBUTOR');
    const [before, documents] = [
      await listStoredFiles(hub),
      async () => (await hub.database.one<{ n: number }>('select count(*)::int as n from content_items'))!.n,
    ];
    const count = await documents();
    const wrong = await encodeForm({ ...fields, title: '', thumbnail: large });
    expect((await author.request('POST', '/documents', wrong)).status).toBe(400);
    expect(
      (await author.request('POST', '/documents', await encodeForm({ ...fields, thumbnail: Buffer.from('no image') })))
        .status,
    ).toBe(415);
    expect(
      (await author.request('POST', '/documents', await encodeForm({ ...fields, slug, thumbnail: large }))).status,
    ).toBe(409);
    expect(
      (await author.request('PUT', `/admin/documents/${id}`, await encodeForm({ version: '7', thumbnail: large })))
        .status,
    ).toBe(409);
    expect(
      (await stranger.request('PUT', `/admin/documents/${id}`, await encodeForm({ thumbnail: large }))).status,
    ).toBe(404);
    expect([await listStoredFiles(hub), await documents()]).toEqual([before, count]);
  });

  test('a repeated idempotency key returns the first response; with another image it is refused', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const send = async (thumbnail: Buffer) => {
      const { body, headers: type } = await encodeForm({ ...fields, thumbnail });
      return author.request<{ id: string; code: string }>('POST', '/documents', {
        body,
        headers: { ...type, ...headers },
      });
    };
    const [first, second] = await Promise.all([send(large), send(large)]);
    const before = await listStoredFiles(hub);
    const third = await send(large);
    expect([first.status, second.text, third.text]).toEqual([201, first.text, first.text]);
    expect((await send(await createPng(900, 900))).body).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
    expect(await listStoredFiles(hub)).toEqual(before);
  });
});

describe('access to the image', () => {
  test('is the same as to the document', async () => {
    const { id } = await createDocument(author);
    const { thumbnail } = (await change(author.request, id)).body;
    const viewer = await hub.users.create('VIEWER');
    const seenBy = async () =>
      Promise.all(
        [hub.request, viewer.request, author.request, admin.request].map(
          async (request) => (await see(request, thumbnail)).status,
        ),
      );
    expect(await seenBy()).toEqual([404, 404, 200, 200]);
    await setDocumentStatus(admin, id, 'PUBLISHED');
    const seen = await see(hub.request, thumbnail);
    expect([seen.status, seen.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    await admin.request('PUT', `/admin/documents/${id}`, { body: { visibility: 'LOGGED_IN' } });
    expect(await seenBy()).toEqual([404, 200, 200, 200]);
    expect((await see(viewer.request, thumbnail)).headers['cache-control']).toBe('private, no-cache');
    await admin.request('PUT', `/admin/documents/${id}`, { body: { visibility: 'INTERNAL' } });
    expect(await seenBy()).toEqual([404, 404, 200, 200]);
    await admin.request('DELETE', `/admin/documents/${id}`);
    expect(await seenBy()).toEqual([404, 404, 200, 404]);
    await admin.request('DELETE', `/trash/document/${id}`);
    expect(await usesOf(id)).toEqual([]);
    expect(await seenBy()).toEqual([404, 404, 200, 404]);
  });
});
