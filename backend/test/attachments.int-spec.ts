import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AttachmentResponse } from '../src/modules/content/attachments/attachments.controller.js';
import { attachmentLimit } from '../src/modules/content/attachments/attachments.service.js';
import type { SharedItemResponse } from '../src/modules/content/sharing/shared-items.dto.js';
import { Config } from '../src/platform/config/config.js';
import { fileQuota } from '../src/platform/files/file-quota.js';
import { Files } from '../src/platform/files/files.js';
import type { LinksResponse } from '../src/platform/links/links.dto.js';
import { Settings } from '../src/platform/settings/settings.js';
import { createCategory, createDocument, setDocumentStatus } from './support/documents.js';
import { createFile, encodeForm } from './support/forms.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { createGroup, limitReading } from './support/groups.js';
import type { SendRequest } from './support/http.js';
import { createPng } from './support/images.js';
import { hideByReports } from './support/reports.js';
import { recountFiles } from './support/stored-files.js';
import { createTestAppWithUsers, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { createVideo, publishWithoutReview } from './support/videos.js';
import { waitFor } from './support/wait-for.js';
import { zip } from './support/zip.js';

/* Files of any type in texts: what they are taken for, how they are served, and who may download them. */

let hub: TestApp;
let admin: TestUser;
let author: TestUser;
let viewer: TestUser;
beforeAll(async () => {
  ({ hub, admin, author, viewer } = await createTestAppWithUsers({
    admin: 'ADMIN',
    author: 'CONTRIBUTOR',
    viewer: 'VIEWER',
  }));
});
beforeAll(() => publishWithoutReview(hub));
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const pdf = Buffer.from('%PDF-1.7\n%\u{e2}\u{e3}\n1 0 obj\n');
const send = async (user: TestUser, bytes: Buffer, name: string) =>
  user.request<AttachmentResponse & { code: string; detail: string }>(
    'POST',
    '/attachments',
    await encodeForm({ file: createFile(bytes, name) }),
  );

async function upload(user: TestUser, bytes: Buffer = pdf, name = 'plan.pdf'): Promise<AttachmentResponse> {
  const { status, body } = await send(user, bytes, name);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

const download = (request: SendRequest, { url }: { url: string }) => request('GET', url.replace(/^\/api/, ''));
const linkTo = ({ name, url }: AttachmentResponse) => `Read this:\n\n[${name}](${url})\n`;

async function expectOk(response: ReturnType<SendRequest>, status = 200): Promise<void> {
  const { status: received, text } = await response;
  expect({ status: received, text }).toMatchObject({ status });
}

/** Who gets the file, and is told its name by its address: a guest, a viewer, its uploader. */
const seenBy = (file: { url: string }) =>
  Promise.all(
    [hub.request, viewer.request, author.request].map(async (request) => {
      const { status } = await download(request, file);
      const { body } = await request<LinksResponse>('GET', `/links?address=${encodeURIComponent(file.url)}`);
      expect(body.links).toHaveLength(status === 200 ? 1 : 0);
      return status;
    }),
  );
const ALL = [200, 200, 200];
const UPLOADER = [404, 404, 200];

describe('POST /attachments', () => {
  const script = '<script>document.title = "run"</script>';
  const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
  const docx = zip({
    '[Content_Types].xml': `<Types><Override ContentType="${office}.document.main+xml"/></Types>`,
    'word/document.xml': '<w:document/>',
  });

  test.each([
    ['a PDF', 'plan.pdf', pdf, 'application/pdf'],
    ['an office file', 'plan.docx', docx, `${office}.document`],
    ['a program', 'setup.exe', Buffer.from('MZ\x90\x00\x03\x00\x00\x00'), 'application/x-msdownload'],
    ['text', 'notes.txt', Buffer.from('Grüße\n'), 'text/plain; charset=utf-8'],
    ['text in Windows-1252', 'old.csv', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]), 'application/octet-stream'],
    ['an empty file', 'empty', Buffer.alloc(0), 'application/octet-stream'],
    ['HTML that calls itself a PDF', 'fake.pdf', Buffer.from(script), 'text/plain; charset=utf-8'],
    ['HTML', 'page.html', Buffer.from(`<!doctype html>${script}`), 'text/plain; charset=utf-8'],
    ['XHTML', 'page.xhtml', Buffer.from(`<?xml version="1.0"?><html>${script}</html>`), 'text/plain; charset=utf-8'],
    ['SVG', 'image.svg', Buffer.from(`<svg xmlns="…" onload="x()">${script}</svg>`), 'text/plain; charset=utf-8'],
    ['JavaScript', 'run.js', Buffer.from('import("./x")'), 'text/plain; charset=utf-8'],
    ['XML with a stylesheet', 'x.xml', Buffer.from('<?xml-stylesheet href="x.xsl"?><a/>'), 'text/plain; charset=utf-8'],
    ['a PDF that is HTML', 'x.html', Buffer.concat([pdf, Buffer.from(script)]), 'application/pdf'],
    ['a ZIP that is HTML', 'x.html', Buffer.from(`PK\x03\x04${script}`), 'application/zip'],
    ['HTML after null characters', 'x.html', Buffer.from(`\0\0${script}`), 'application/octet-stream'],
  ])('takes %s by its bytes and never lets a browser run it', async (_case, name, bytes, mediaType) => {
    const content = await bytes;
    const file = await upload(author, content, name);
    expect(file).toEqual({
      id: expect.any(String),
      name,
      size_bytes: content.length,
      media_type: mediaType,
      url: expect.stringMatching(`^/api/files/${file.id}/[0-9a-f]{16}$`),
    });
    const { status, headers, text } = await download(author.request, file);
    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: {
        'content-type': mediaType,
        'content-disposition': `attachment; filename=${name}`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*; sandbox$/),
        'content-length': String(content.length),
      },
    });
    if (mediaType.startsWith('text/')) expect(text).toBe(content.toString());
  });

  test('shows only images in the page, which cannot run as scripts', async () => {
    const gif = Buffer.from('GIF89a/*\x01\x00\x01\x00*/=1;alert(1)', 'latin1');
    for (const [bytes, type] of [
      [await createPng(), 'image/png'],
      [gif, 'image/gif'],
    ] as const) {
      const { headers } = await download(author.request, await upload(author, bytes, 'x.js'));
      expect(headers).toMatchObject({
        'content-type': type,
        'content-disposition': 'inline; filename=x.js',
        'content-security-policy': expect.stringMatching(/; sandbox$/),
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Plans\\a;b c.pdf', 'a;b c.pdf'],
    ['exe\u202efdp.pdf', 'exefdp.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'a%0D%0ASet-Cookie: x=1.pdf'],
    ['Übersicht 资料.pdf', 'Übersicht 资料.pdf'],
  ])('the name %j is safe in a header', async (given, name) => {
    const file = await upload(author, pdf, given);
    expect(file.name).toBe(name);
    const header = String((await download(author.request, file)).headers['content-disposition']);
    expect(header).toMatch(/^attachment; filename=([\w.-]+|"[^"\r\n]*")(; filename\*=UTF-8''[\w.%-]+)?$/);
    const utf8 = /UTF-8''(.*)/.exec(header)?.[1];
    if (utf8) expect(decodeURIComponent(utf8)).toBe(name);
  });

  test('is allowed for users who may write documents, comments or posts', async () => {
    expect((await hub.request('POST', '/attachments', await encodeForm({ file: pdf }))).status).toBe(401);
    const reader = await hub.users.create('VIEWER');
    await hub.database.query(`update roles set permissions = '{reactions.create}' where name = 'VIEWER'`);
    expect((await send(reader, pdf, 'x.pdf')).body).toMatchObject({ status: 403, code: 'permission_missing' });
    for (const permission of ['comments.create', 'forum.post']) {
      await hub.database.query(`update roles set permissions = $1 where name = 'VIEWER'`, [[permission]]);
      expect((await send(reader, pdf, 'x.pdf')).status).toBe(201);
    }
    expect((await author.request('POST', '/attachments', await encodeForm({}))).body).toMatchObject({
      status: 400,
      errors: [{ field: 'file' }],
    });
  });

  test('has limits for a file and for a user, which administrators set', async () => {
    const settings = hub.get(Settings);
    const writer = await hub.users.create('CONTRIBUTOR');
    await settings.set(attachmentLimit, 1, null);
    const first = await upload(writer, Buffer.alloc(1024 ** 2, 'a'));
    expect(await send(writer, Buffer.alloc(1024 ** 2 + 1, 'a'), 'x')).toMatchObject({
      status: 413,
      body: { detail: expect.stringContaining('1 MB') },
    });
    await settings.set(attachmentLimit, 50, null);
    const used = 500 * 1024 ** 2 - pdf.length;
    await hub.database.query('update files set size = $2 where id = $1', [first.id, used]);
    await recountFiles(hub);
    expect((await send(writer, Buffer.concat([pdf, pdf]), 'x')).body).toMatchObject({
      status: 413,
      code: 'file_quota_reached',
      detail: expect.stringContaining('500 MB'),
    });
    expect((await send(writer, pdf, 'x')).status).toBe(201);
    await settings.set(fileQuota, 501, null);
    expect((await send(writer, pdf, 'x')).status).toBe(201);
    await settings.set(fileQuota, 500, null);
  });

  test('a file of 1 GB is refused by its announced size, before its bytes arrive', async () => {
    const { body, headers } = await encodeForm({ file: createFile(pdf, 'large.pdf') });
    const started = Date.now();
    const response = await author.request<{ detail: string }>('POST', '/attachments', {
      body,
      headers: { ...headers, 'content-length': String(1024 ** 3) },
    });
    expect(response).toMatchObject({ status: 413, body: { detail: expect.stringContaining('50 MB') } });
    expect(Date.now() - started).toBeLessThan(2000);
  });

  test('a stream of 1 GB is refused at the limit, and nothing of it stays on the disk or in the memory', async () => {
    if (!hub.app.getHttpServer().listening) await hub.app.listen(0, '127.0.0.1');
    const { port } = hub.app.getHttpServer().address() as AddressInfo;
    const [chunk, count] = [Buffer.alloc(1024 ** 2), 1024];
    let memory = 0;
    function* streamForm() {
      yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="x.bin"\r\n\r\n');
      for (let i = 0; i < count; i++) {
        memory = Math.max(memory, process.memoryUsage().rss);
        yield chunk;
      }
      yield Buffer.from('\r\n--b--\r\n');
    }
    const before = process.memoryUsage().rss;
    const headers = { authorization: `Bearer ${author.token}`, 'content-type': 'multipart/form-data; boundary=b' };
    const sending = http.request({ port, path: '/api/attachments', method: 'POST', headers });
    sending.on('error', () => undefined);
    const responded = once(sending, 'response') as Promise<[IncomingMessage]>;
    const source = Readable.from(streamForm());
    source.pipe(sending);
    const [response] = await responded;
    const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
    source.destroy();
    sending.destroy();
    expect(response.statusCode).toBe(413);
    expect(text).toContain('50 MB');
    expect((memory - before) / 1024 ** 2).toBeLessThan(150);
    await waitFor(
      () => readdir(join(hub.get(Config).dataDir, 'files', 'tmp')),
      (names) => names.length === 0,
    );
    expect(await hub.database.query(`select id from files where name = 'x.bin'`)).toEqual([]);
  });

  test('a file that no text shows is gone after a day', async () => {
    const file = await upload(author);
    await hub.get(Files).sweep(new Date(Date.now() + 25 * 3600_000));
    expect(await seenBy(file)).toEqual([404, 404, 404]);
  });
});

describe('a file is there for exactly those who see what shows it', () => {
  test('a document: draft, published, internal, limited category, trash', async () => {
    const file = await upload(author);
    expect(await seenBy(file)).toEqual(UPLOADER);
    const { body } = await author.request<LinksResponse>('GET', `/links?address=${encodeURIComponent(file.url)}`);
    expect(body.links).toMatchObject([
      { type: 'file', id: file.id, title: 'plan.pdf', url: file.url, media_type: 'application/pdf', size: pdf.length },
    ]);
    const category = await createCategory(admin);
    const { id } = await createDocument(author, { content: linkTo(file), category_id: category.id });
    const edit = (fields: object) => expectOk(admin.request('PUT', `/admin/documents/${id}`, { body: fields }));
    expect(await seenBy(file)).toEqual(UPLOADER);
    await setDocumentStatus(admin, id, 'PUBLISHED');
    expect(await seenBy(file)).toEqual(ALL);
    await edit({ visibility: 'LOGGED_IN' });
    expect(await seenBy(file)).toEqual([404, 200, 200]);
    await edit({ visibility: 'INTERNAL' });
    expect(await seenBy(file)).toEqual(UPLOADER);
    await edit({ visibility: 'PUBLIC' });
    await expectOk(limitReading(admin, `/categories/${category.id}`, [await createGroup(hub, 'Few')]));
    expect(await seenBy(file)).toEqual(UPLOADER);
    await expectOk(limitReading(admin, `/categories/${category.id}`, null));
    expect(await seenBy(file)).toEqual(ALL);
    await expectOk(admin.request('DELETE', `/admin/documents/${id}`));
    expect(await seenBy(file)).toEqual(UPLOADER);
    await expectOk(admin.request('POST', `/trash/document/${id}/restore`));
    expect(await seenBy(file)).toEqual(ALL);
    await edit({ content: 'Nothing to read.' });
    // The former text is in the history, which only those who may edit it see.
    expect(await seenBy(file)).toEqual(UPLOADER);
  });

  test('the description of a video, a comment and a post', async () => {
    const files = [await upload(author), await upload(author), await upload(author), await upload(author)] as const;
    const [ofVideo, ofComment, ofThread, ofPost] = files;
    const video = await createVideo(author, { description: linkTo(ofVideo) });
    const { id: item } = await createDocument(author);
    await setDocumentStatus(admin, item, 'PUBLISHED');
    const about = { content_type: 'document', content_id: item };
    const comment = await author.request<{ id: string }>('POST', '/comments', {
      body: { ...about, content: linkTo(ofComment) },
    });
    const thread = await createThread(author, (await createForumCategory(admin)).id, { content: linkTo(ofThread) });
    const post = await reply(author, thread.id, { content: linkTo(ofPost) });
    for (const file of files) expect(await seenBy(file)).toEqual(ALL);
    await expectOk(admin.request('DELETE', `/admin/videos/${video.id}`));
    await expectOk(admin.request('DELETE', `/comments/${comment.body.id}`));
    await hideByReports(hub, { type: 'post', id: post.id });
    for (const file of [ofVideo, ofComment, ofPost]) expect(await seenBy(file)).toEqual(UPLOADER);
    await expectOk(admin.request('DELETE', `/forum/threads/${thread.id}`));
    expect(await seenBy(ofThread)).toEqual(UPLOADER);
  });

  test('a share link shows it to guests until the link is revoked', async () => {
    const file = await upload(author);
    const { id } = await createDocument(author, { content: linkTo(file), visibility: 'LOGGED_IN' });
    await setDocumentStatus(admin, id, 'PUBLISHED');
    const shared = await author.request<{ id: string; url: string }>('POST', `/documents/${id}/share-links`, {
      body: {},
    });
    const token = shared.body.url.split('/').at(-1);
    const { body } = await hub.request<SharedItemResponse>('POST', '/shared', { body: { token } });
    const url = /\]\((?<url>[^)]+)\)/.exec(body.content)?.groups?.['url'] ?? '';
    const { status, headers } = await download(hub.request, { url });
    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: { 'content-disposition': 'attachment; filename=plan.pdf', 'x-content-type-options': 'nosniff' },
    });
    expect(await seenBy(file)).toEqual([404, 200, 200]);
    await expectOk(author.request('DELETE', `/share-links/${shared.body.id}`));
    expect((await download(hub.request, { url })).status).toBe(404);
  });

  test('writing the address of a foreign file into a text gives no right to it', async () => {
    const file = await upload(author);
    const other = await hub.users.create('CONTRIBUTOR');
    const { id } = await createDocument(other, { content: linkTo(file) });
    await setDocumentStatus(admin, id, 'PUBLISHED');
    for (const { request } of [other, admin]) expect((await download(request, file)).status).toBe(404);
  });
});
