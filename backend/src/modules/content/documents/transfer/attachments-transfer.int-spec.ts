import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDocument } from '../../../../../test/support/documents.js';
import { createFile, encodeForm } from '../../../../../test/support/forms.js';
import { createTestApp, type TestApp } from '../../../../../test/support/test-app.js';
import { exportZip, importZip } from '../../../../../test/support/transfer.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { unzip, zip } from '../../../../../test/support/zip.js';
import { Settings } from '../../../../platform/settings/settings.js';
import { attachmentLimit } from '../../attachments/attachments.service.js';
import type { AttachmentResponse } from '../../attachments/attachments.controller.js';
import type { DocumentResponse } from '../documents.dto.js';

let hub: TestApp;
let other: TestApp;
let editor: TestUser;
let elsewhere: TestUser;
beforeAll(async () => {
  [hub, other] = [await createTestApp(), await createTestApp()];
  [editor, elsewhere] = [await hub.users.create('EDITOR'), await other.users.create('EDITOR')];
});
afterAll(async () => {
  await other.close();
  await hub.close();
});

const script = '<!doctype html><script>document.title = "run"</script>';
const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`);

async function upload(bytes: Buffer, name: string): Promise<string> {
  const form = await encodeForm({ file: createFile(bytes, name) });
  const { body } = await editor.request<AttachmentResponse>('POST', '/attachments', form);
  return `[${name.replaceAll('\\', '')}](${body.url})`;
}
const load = async (user: TestUser, slug: string) =>
  (await user.request<DocumentResponse>('GET', `/documents/${slug}`)).body.content;
const getUrls = (text: string) => [...text.matchAll(/\]\((\/api\/files\/[\w/-]+)\)/g)].map(([, url]) => url ?? '');
const withoutUrls = (text: string) => text.replaceAll(/\/api\/files\/[\w/-]+/g, 'FILE');

test('attachments travel with their documents, whatever they are and are called', async () => {
  const inner = await zip({ 'inside.md': '# Never a document' });
  const files: [name: string, bytes: Buffer][] = [
    ['plan.pdf', pdf('one')],
    ['plan.pdf', pdf('two')],
    ['source.zip', inner],
    ['page.html', Buffer.from(script)],
    ['notes.md', Buffer.from('# Not a document either')],
    ['photo.svg', Buffer.from('<svg onload="x()"/>')],
    ['100% of #1?.pdf', pdf('three')],
    ['.htaccess', Buffer.from('Deny from all')],
    ['../../con.txt', Buffer.from('a device')],
    ['übersicht (neu) 资料.txt', Buffer.from('Grüße')],
  ];
  const links: string[] = [];
  for (const [name, bytes] of files) links.push(await upload(bytes, name));
  const missing = '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65';
  const content = `${links.join('\n\n')}\n\n[gone](/api${missing})`;
  await createDocument(editor, { slug: 'with-files', title: 'With files', content });
  await createDocument(editor, { slug: 'same-file', title: 'Same file', content: `See ${links[0]}.` });

  const archive = await exportZip(hub, editor);
  const names = [...(await unzip(archive)).keys()].filter((path) => path.startsWith('files/'));
  expect(names.map((path) => path.replace(/[0-9a-f]{16}/, 'HASH')).toSorted()).toEqual(
    [
      'files/HASH/100% of #1_.pdf',
      'files/HASH/_con.txt',
      'files/HASH/_htaccess',
      'files/HASH/notes.md',
      'files/HASH/page.html',
      'files/HASH/photo.svg',
      'files/HASH/plan.pdf',
      'files/HASH/plan.pdf',
      'files/HASH/source.zip',
      'files/HASH/übersicht (neu) 资料.txt',
    ].toSorted(),
  );

  const { body } = await importZip(elsewhere, archive);
  // The same file is stored once for both documents.
  expect(body).toMatchObject({ created: { length: 2 }, skipped: [], images: 0, attachments: files.length });
  const text = await load(elsewhere, 'with-files');
  expect(withoutUrls(text)).toBe(withoutUrls(content));
  const urls = getUrls(text);
  expect(getUrls(await load(elsewhere, 'same-file'))).toEqual([urls[0]]);
  for (const [index, [, bytes]] of files.entries()) {
    const response = await elsewhere.request('GET', (urls[index] ?? '').replace(/^\/api/, ''));
    expect(response).toMatchObject({
      status: 200,
      headers: {
        'content-length': String(bytes.length),
        'content-disposition': expect.stringMatching(/^attachment; /),
        'content-security-policy': expect.stringMatching(/; sandbox$/),
        'x-content-type-options': 'nosniff',
      },
    });
    expect(response.headers['content-type']).not.toMatch(/html|svg|script/);
  }
  // The hub that the archive is of has all of it.
  expect((await importZip(editor, archive)).body).toMatchObject({ created: [], attachments: 0 });
});

test('an attachment that is refused is named in the report, and its document imported', async () => {
  await other.get(Settings).set(attachmentLimit, 1, null);
  const large = randomBytes(1024 ** 2 + 1);
  const { body } = await importZip(
    elsewhere,
    await zip({
      'a.md': '# A\n\n[large](docs/large.bin) [small](docs/small.txt) ![shown](docs/chart.svg) ![[docs/small.txt]]',
      'docs/large.bin': large,
      'docs/small.txt': 'small',
      'docs/chart.svg': '<svg/>',
      'docs/unused.html': script,
    }),
  );
  expect(body).toMatchObject({
    created: [{ slug: 'a' }],
    attachments: 1,
    skipped: [
      { path: 'docs/large.bin', reason: expect.stringContaining('1 MB') },
      { path: 'docs/chart.svg', reason: expect.stringMatching(/^Images of this type are not accepted/) },
      { path: 'docs/unused.html', reason: expect.stringMatching(/^Only Markdown files are imported/) },
    ],
    warnings: [
      { path: 'a.md', reason: expect.stringContaining('docs/chart.svg') },
      { path: 'a.md', reason: expect.stringContaining('docs/large.bin') },
    ],
  });
  expect(withoutUrls(await load(elsewhere, 'a')).trim()).toBe(
    '[large](docs/large.bin) [small](FILE) ![shown](docs/chart.svg) [docs/small.txt](FILE)',
  );
});
