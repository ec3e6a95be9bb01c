import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AttachmentResponse } from '../src/modules/content/attachments/attachments.controller.js';
import { FileTextIndexer } from '../src/modules/content/search/file-text-indexer.js';
import type { SearchResultResponse } from '../src/modules/content/search/search.dto.js';
import { Files } from '../src/platform/files/files.js';
import type { LinksResponse } from '../src/platform/links/links.dto.js';
import { createCategory, createDocument, setDocumentStatus } from './support/documents.js';
import { createFile, encodeForm } from './support/forms.js';
import { createForumCategory, createThread, reply } from './support/forum.js';
import { addMember, createGroup, limitReading } from './support/groups.js';
import type { SendRequest } from './support/http.js';
import { waitForJobs } from './support/jobs.js';
import { createDocx, createOdt, createPdf, createPptx, createXlsx } from './support/office-files.js';
import { searchContent } from './support/search.js';
import { createTestAppWithUsers, type TestApp } from './support/test-app.js';
import type { TestUser } from './support/users.js';
import { createVideo, publishWithoutReview } from './support/videos.js';
import { waitFor } from './support/wait-for.js';

/* The texts of attached files in the search: what is found, where, and by whom. */

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
  await publishWithoutReview(hub);
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

/** Uploads a file and waits until its text is read. */
async function upload(bytes: Buffer | Promise<Buffer>, name: string): Promise<AttachmentResponse> {
  const form = await encodeForm({ file: createFile(await bytes, name) });
  const { status, body } = await author.request<AttachmentResponse>('POST', '/attachments', form);
  expect({ status, body }).toMatchObject({ status: 201 });
  await waitForJobs(hub.database, 'search.file_text');
  return body;
}

const linkTo = (...files: AttachmentResponse[]) => files.map(({ name, url }) => `[${name}](${url})`).join('\n\n');
const reason = async ({ id }: { id: string }) =>
  (await hub.database.one<{ reason: string | null }>('select reason from file_texts where file_id = $1', [id]))?.reason;

async function find(query: string, request: SendRequest = hub.request): Promise<SearchResultResponse[]> {
  return (await searchContent(request, query, { content_type: 'all' })).results;
}
/** How many results a guest, a viewer, the author and an administrator get. */
const seenBy = (query: string) =>
  Promise.all(
    [hub.request, viewer.request, author.request, admin.request].map(
      async (request) => (await find(query, request)).length,
    ),
  );

async function publish(content: string, fields: object = {}): Promise<string> {
  const { id } = await createDocument(author, { title: 'Rules', content, ...fields });
  await setDocumentStatus(admin, id, 'PUBLISHED');
  return id;
}

describe('a result names', () => {
  test('the file, its page, and the words around the matches', async () => {
    const pdf = await upload(
      createPdf([['Nothing here.'], ['All numbats are counted in spring']]),
      'Handbook 2026.pdf',
    );
    await publish(`Read it.\n\n${linkTo(pdf)}`, { title: 'Counting animals' });
    const [result, ...others] = await find('numbat spring');
    expect(others).toEqual([]);
    expect(result).toMatchObject({
      type: 'document',
      title: 'Counting animals',
      url: '/docs/counting-animals',
      heading: null,
      file: {
        id: pdf.id,
        name: 'Handbook 2026.pdf',
        page: 2,
        unit: 'PAGE',
        url: `/docs/counting-animals#file-${pdf.id}-page-2`,
      },
      snippet: [
        { text: 'All ', match: false },
        { text: 'numbats', match: true },
        { text: ' are counted in ', match: false },
        { text: 'spring', match: true },
      ],
    });
    expect(await find('numbat handbuch')).toEqual([]);
  });

  test('no file where its own text has the words, and its own text first', async () => {
    const text = await upload(Buffer.from('The bilby sleeps.'), 'notes.txt');
    await publish(linkTo(text), { title: 'In the file' });
    await publish(`The bilby wakes up.\n\n${linkTo(text)}`, { title: 'In the text' });
    expect((await find('bilby')).map(({ title, file }) => [title, file?.name])).toEqual([
      ['In the text', undefined],
      ['In the file', 'notes.txt'],
    ]);
  });

  test.each([
    ['word.docx', createDocx(['The wallaby jumps.']), null, 'PAGE'],
    ['slides.pptx', createPptx(['Welcome', 'The wallaby jumps.']), 2, 'SLIDE'],
    ['table.xlsx', createXlsx([[['one']], [['two']], [['wallaby', 12]]]), 3, 'SHEET'],
    ['writer.odt', createOdt(['Die Wallabys springen: wallaby.']), null, 'PAGE'],
    ['data.csv', Promise.resolve(Buffer.from('name;count\nwallaby;12\n')), null, 'PAGE'],
    ['ansi.txt', Promise.resolve(Buffer.from('Gr\xfc\xdfe vom wallaby', 'latin1')), null, 'PAGE'],
  ])('the part of %s', async (name, bytes, page, unit) => {
    const file = await upload(bytes, name);
    expect(await reason(file)).toBeNull();
    const id = await publish(linkTo(file));
    const [result, ...others] = await find('wallaby');
    expect(others).toEqual([]);
    expect(result?.file).toMatchObject({
      id: file.id,
      name,
      page,
      unit,
      url: expect.stringMatching(`#file-${file.id}$`),
    });
    await admin.request('DELETE', `/admin/documents/${id}`);
  });
});

describe('a file is found by exactly those who see an item that shows it', () => {
  const ALL = [1, 1, 1, 1];
  const QUERY = 'potoroo digs';

  test('a document: draft, published, signed in, internal, limited category, archive, trash, edit', async () => {
    const file = await upload(createPdf([['The potoroo digs.']]), 'notes.pdf');
    expect(await seenBy(QUERY)).toEqual([0, 0, 0, 0]);
    const category = await createCategory(admin);
    const { id } = await createDocument(author, { content: linkTo(file), category_id: category.id });
    const edit = async (fields: object) =>
      expect((await admin.request('PUT', `/admin/documents/${id}`, { body: fields })).status).toBe(200);
    expect(await seenBy(QUERY)).toEqual([0, 0, 1, 1]);
    await setDocumentStatus(admin, id, 'PUBLISHED');
    expect(await seenBy(QUERY)).toEqual(ALL);
    await edit({ visibility: 'LOGGED_IN' });
    expect(await seenBy(QUERY)).toEqual([0, 1, 1, 1]);
    await edit({ visibility: 'INTERNAL' });
    expect(await seenBy(QUERY)).toEqual([0, 0, 1, 1]);
    await edit({ visibility: 'PUBLIC' });
    await limitReading(admin, `/categories/${category.id}`, [await createGroup(hub, 'Few', [author])]);
    expect(await seenBy(QUERY)).toEqual([0, 0, 1, 1]);
    const others = await createGroup(hub, 'Others');
    await limitReading(admin, `/categories/${category.id}`, [others]);
    expect(await seenBy(QUERY)).toEqual([0, 0, 0, 1]);
    await addMember(hub, others, viewer);
    await limitReading(admin, `/categories/${category.id}`, null);
    await setDocumentStatus(admin, id, 'ARCHIVED');
    expect(await seenBy(QUERY)).toEqual([0, 0, 1, 1]);
    await setDocumentStatus(admin, id, 'PUBLISHED');
    expect(await seenBy(QUERY)).toEqual(ALL);
    await admin.request('DELETE', `/admin/documents/${id}`);
    expect(await seenBy(QUERY)).toEqual([0, 0, 0, 0]);
    await admin.request('POST', `/trash/document/${id}/restore`);
    await waitFor(
      () => seenBy(QUERY),
      (counts) => counts.join() === ALL.join(),
    );
    await edit({ content: 'Nothing to read.' });
    expect(await seenBy(QUERY)).toEqual([0, 0, 0, 0]);
  });

  test('a share link opens the item, and finds nothing', async () => {
    const file = await upload(Buffer.from('The quoll hunts.'), 'notes.txt');
    const id = await publish(linkTo(file), { visibility: 'LOGGED_IN' });
    expect((await author.request('POST', `/documents/${id}/share-links`, { body: {} })).status).toBe(201);
    expect(await seenBy('quoll')).toEqual([0, 1, 1, 1]);
  });

  test('the description of a video, a thread and a reply', async () => {
    const file = await upload(Buffer.from('The dunnart climbs.'), 'notes.txt');
    await createVideo(author, { description: linkTo(file) });
    const thread = await createThread(author, (await createForumCategory(admin)).id, { content: linkTo(file) });
    await reply(author, thread.id, { content: linkTo(file) });
    const found = await find('dunnart');
    expect(found.map(({ type, file: hit }) => [type, hit?.id]).toSorted()).toEqual([
      ['post', file.id],
      ['thread', file.id],
      ['video', file.id],
    ]);
    await admin.request('DELETE', `/forum/threads/${thread.id}`);
    expect((await find('dunnart')).map(({ type }) => type)).toEqual(['video']);
  });
});

const count = async ({ id }: { id: string }) =>
  (await hub.database.one<{ n: number }>('select count(*)::int as n from file_text_pieces where file_id = $1', [id]))
    ?.n;

describe('the texts of files', () => {
  test('are read later where that was not possible, and are deleted with their files', async () => {
    const file = await upload(createPdf([['one'], ['two']]), 'two.pdf');
    expect(await count(file)).toBe(2);
    await hub.database.query('delete from file_texts');
    await hub.database.query('delete from file_text_pieces');
    await hub.get(FileTextIndexer).requestMissing();
    await waitForJobs(hub.database, 'search.file_text');
    expect([await count(file), await reason(file)]).toEqual([2, null]);
    await hub.get(Files).sweep(new Date(Date.now() + 25 * 3600_000));
    expect([await count(file), await reason(file)]).toEqual([0, undefined]);
  });

  test.each([
    ['scan.pdf', createPdf([[]]), 'empty'],
    ['locked.docx', Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex'), 'damaged'],
    ['broken.pdf', Buffer.from('%PDF-1.7\n1 0 obj\n<<'), 'damaged'],
  ])('are missing with a reason: %s', async (name, bytes, expected) => {
    const { url } = await upload(bytes, name);
    const { body } = await author.request<LinksResponse>('GET', `/links?address=${encodeURIComponent(url)}`);
    expect(body.links[0]?.unsearched_reason).toBe(expected);
  });

  test('images and programs have none', async () => {
    expect(await reason(await upload(Buffer.from('MZ\x90\x00\x03\x00\x00\x00'), 'setup.exe'))).toBeUndefined();
  });
});
