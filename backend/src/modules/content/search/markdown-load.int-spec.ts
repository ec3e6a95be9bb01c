import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import { measureLeast, measureLongestBlock } from '../../../../test/support/event-loop.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { generateMarkdown } from '../../../../test/support/markdown-families.js';
import { searchContent } from '../../../../test/support/search.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { Settings } from '../../../platform/settings/settings.js';
import { AuthFacade } from '../../auth/index.js';
import type { DocumentResponse } from '../documents/documents.dto.js';
import { DocumentsService } from '../documents/documents.service.js';
import { editsNeedReview } from '../items/review.settings.js';
import { SearchTextParser } from './search-text-parser.js';

/** In ms of processor time; what is parsed in the event loop takes seconds. */
const LIMIT_MS = 250;

let hub: TestApp;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.users.create('EDITOR');
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const search = (query: string) => searchContent(hub.request, query);
const formatsOf = async (id: string) =>
  (await hub.database.query<{ format: number }>('select distinct format from search_entries where id = $1', [id])).map(
    ({ format }) => format,
  );
/** Has more parts than the parser takes. */
const hostile = (word: string) =>
  `${word} before it all\n\n# ${word} heading\n\n${generateMarkdown('small tables with empty rows', 490_000)}`;
/** Takes the parser two seconds. */
const slow = (word: string) => `${word} before it all\n\n${generateMarkdown('nested images', 490_000)}`;
/** Long enough for the thread, and parsed in a few milliseconds. */
const long = (word: string) =>
  `Before.\n\n# Setup\n\n${word} here.\n\n${'Some words that fill the text.\n\n'.repeat(1000)}`;

test('a text beyond the parser’s limits is found by its words; a usual edit restores the headings', async () => {
  let document: DocumentResponse | undefined;
  const block = await measureLongestBlock(async () => {
    document = await createDocument(editor, { title: 'Intricate', content: hostile('axolotl') });
  });
  const { id } = document!;
  expect(block).toBeLessThan(LIMIT_MS);

  // Publishing changes who may find it and no text, so nothing is parsed.
  const statements = await hub.statementsOf(() => setDocumentStatus(editor, id, 'PUBLISHED'));
  expect(statements.filter((sql) => /insert into search_entries/.test(sql))).toEqual([]);
  expect(await search('axolotl')).toMatchObject({ total: 1, results: [{ id, heading: null }] });
  // In the background the parser gives the text up.
  await waitFor(
    () => formatsOf(id),
    (formats) => !formats.includes(0),
    60_000,
  );

  // The same text is known as too intricate: it does not take its two seconds again.
  const began = performance.now();
  await editor.request('PUT', `/admin/documents/${id}`, { body: { title: 'Still intricate' } });
  expect(performance.now() - began).toBeLessThan(1900);

  await editor.request('PUT', `/admin/documents/${id}`, { body: { content: long('axolotl') } });
  expect(await search('axolotl')).toMatchObject({
    total: 1,
    results: [{ id, heading: { title: 'Setup', url: '/docs/intricate#setup' } }],
  });
  // The limit of the parser passes twice.
}, 90_000);

test('restored and approved texts have their headings', async () => {
  const { id } = await createDocument(editor, { title: 'Restored', content: long('pangolin'), status: 'PUBLISHED' });
  await editor.request('PUT', `/admin/documents/${id}`, { body: { content: 'short' } });
  const { status } = await editor.request('POST', `/documents/${id}/revisions/1/restore`, { body: {} });
  expect(status).toBe(200);
  expect((await search('pangolin')).results[0]).toMatchObject({ heading: { url: '/docs/restored#setup' } });

  await hub.get(Settings).set(editsNeedReview, true, null);
  const author = await hub.users.create('CONTRIBUTOR');
  const { id: own } = await createDocument(author, { title: 'Approved', content: 'short' });
  await setDocumentStatus(editor, own, 'PUBLISHED');
  expect((await author.request('PUT', `/admin/documents/${own}`, { body: { content: long('okapi') } })).status).toBe(
    202,
  );
  expect((await editor.request('POST', `/documents/${own}/review`, { body: { action: 'approve' } })).status).toBe(200);
  expect((await search('okapi')).results[0]).toMatchObject({ heading: { url: '/docs/approved#setup' } });
  expect(await formatsOf(own)).not.toContain(0);
});

test('nothing is parsed for a user who may only read the document', async () => {
  const { id } = await createDocument(editor, { content: 'short', status: 'PUBLISHED' });
  const viewer = await hub.users.create('VIEWER');
  const author = await hub.users.create('CONTRIBUTOR');
  const prepare = jest.spyOn(hub.get(SearchTextParser), 'prepare');
  try {
    for (const reader of [viewer, author])
      for (const [method, path, body] of [
        ['PUT', `/admin/documents/${id}`, { content: hostile('kakapo') }],
        ['PUT', `/admin/documents/${id}`, { title: 'Other' }],
        ['POST', `/documents/${id}/revisions/1/restore`, {}],
        ['POST', `/documents/${id}/review`, { action: 'approve' }],
      ] as const)
        expect(await reader.request(method, path, { body })).toMatchObject({
          status: 403,
          body: { code: 'permission_missing' },
        });
    expect(prepare).not.toHaveBeenCalled();
    expect((await editor.request('PUT', `/admin/documents/${id}`, { body: { title: 'Other' } })).status).toBe(200);
    expect(prepare).toHaveBeenCalledTimes(1);
  } finally {
    prepare.mockRestore();
  }
});

test('an unprepared text is found by its words, and its headings are indexed in the background', async () => {
  const actor = (await hub.get(AuthFacade).findActorByEmail(editor.email))!;
  // Inside a transaction nothing waits for the parser.
  const id = await hub.database.transaction(() =>
    hub.get(DocumentsService).create(actor, { title: 'Unprepared', content: long('quoll'), status: 'PUBLISHED' }),
  );
  expect(await formatsOf(id)).toEqual([0]);
  expect(await search('quoll')).toMatchObject({ total: 1 });
  await waitFor(
    () => formatsOf(id),
    (formats) => !formats.includes(0),
    20_000,
  );
  expect((await search('quoll')).results[0]).toMatchObject({ heading: { url: '/docs/unprepared#setup' } });
});

test.each(['small tables with empty rows', 'headings', 'words of 99 letters'])(
  '490,000 characters of "%s" do not block the event loop',
  async (name) => {
    const content = `beginning\n\n${generateMarkdown(name, 490_000)}`;
    let statuses: number[] = [];
    const block = await measureLongestBlock(async () => {
      const { status, body } = await editor.request<DocumentResponse>('POST', '/documents', {
        body: { title: name, content },
      });
      statuses = [
        status,
        (await editor.request('PUT', `/admin/documents/${body.id}`, { body: { content: `${content} end` } })).status,
      ];
    });
    expect(statuses).toEqual([201, 200]);
    expect(block).toBeLessThan(LIMIT_MS);
  },
);

const transactionsThatWait = async () => {
  const sql = `select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`;
  return (await hub.database.one<{ n: number }>(sql))?.n;
};

const CONCURRENT_SAVES = 4;

test('concurrent hostile saves neither block the event loop nor hold connections while they wait', async () => {
  let attempt = 0;
  const block = await measureLeast(LIMIT_MS, () => {
    attempt++;
    return measureLongestBlock(async () => {
      const saves: Promise<{ status: number }>[] = [];
      for (let i = 0; i < CONCURRENT_SAVES; i++) {
        const body = { title: `Hostile ${i}`, content: slow(`numbat${attempt}x${i}`), status: 'PUBLISHED' };
        saves.push(editor.request('POST', '/documents', { body }));
        await nextTurn();
      }
      // All of them have arrived by now, and the first is being parsed.
      await sleep(700);
      for (let i = 0; i < 5; i++) expect(await transactionsThatWait()).toBe(0);
      const statuses = (await Promise.all(saves)).map(({ status }) => status);
      expect(statuses).toEqual(Array.from({ length: CONCURRENT_SAVES }, () => 201));
    });
  });
  expect(block).toBeLessThan(LIMIT_MS);
  for (const i of [0, CONCURRENT_SAVES - 1]) expect(await search(`numbat${attempt}x${i}`)).toMatchObject({ total: 1 });
});

test('texts in the parser’s queue do not delay the end of the process', async () => {
  const other = await createTestApp({}, { databaseUrl: hub.databaseUrl });
  const began = performance.now();
  await other.close();
  // In the background each of them takes its ten seconds.
  expect(performance.now() - began).toBeLessThan(15_000);
});
