import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { DocumentResponse } from '../documents/documents.dto.js';

let hub: TestApp;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.users.create('EDITOR');
});
afterAll(() => hub.close());

const rename = (id: string, slug: string) =>
  editor.request<DocumentResponse>('PUT', `/admin/documents/${id}`, { body: { slug } });
const at = async (slug: string) => {
  const { status, body } = await hub.request<DocumentResponse>('GET', `/documents/${slug}`);
  return status === 200 ? { id: body.id, slug: body.slug } : status;
};
const redirects = (id: string) =>
  hub.database.query<{ slug: string }>('select slug from slug_redirects where item_id = $1 order by slug', [id]);

test('all former slugs find the document, which returns its current slug', async () => {
  const { id } = await createDocument(editor, { slug: 'first-address', status: 'PUBLISHED' });
  await rename(id, 'second-address');
  await rename(id, 'third-address');
  for (const slug of ['first-address', 'second-address', 'third-address'])
    expect(await at(slug)).toEqual({ id, slug: 'third-address' });
  expect(await redirects(id)).toEqual([{ slug: 'first-address' }, { slug: 'second-address' }]);
});

test('a document that takes back its former slug needs no redirect', async () => {
  const { id } = await createDocument(editor, { slug: 'there', status: 'PUBLISHED' });
  await rename(id, 'and-back');
  await rename(id, 'there');
  expect(await redirects(id)).toEqual([{ slug: 'and-back' }]);
  expect(await at('there')).toEqual({ id, slug: 'there' });
  expect(await at('and-back')).toEqual({ id, slug: 'there' });
});

test('a former slug of another document can be taken, and then leads to its new owner', async () => {
  const { id } = await createDocument(editor, { slug: 'left-behind', status: 'PUBLISHED' });
  await rename(id, 'moved-on');
  const other = await createDocument(editor, { slug: 'left-behind', status: 'PUBLISHED' });
  expect(other.slug).toBe('left-behind');
  expect(await at('left-behind')).toEqual({ id: other.id, slug: 'left-behind' });
  expect(await redirects(id)).toEqual([]);
  expect(await at('moved-on')).toEqual({ id, slug: 'moved-on' });
});

test('a slug derived from a title is never a former slug', async () => {
  const { id } = await createDocument(editor, { title: 'Much linked', status: 'PUBLISHED' });
  await rename(id, 'elsewhere-now');
  expect((await createDocument(editor, { title: 'Much linked' })).slug).toBe('much-linked-2');
  expect(await at('much-linked')).toEqual({ id, slug: 'elsewhere-now' });
});

test('a former slug of an invisible document is 404', async () => {
  const { id } = await createDocument(editor, { slug: 'once-public', status: 'PUBLISHED' });
  await rename(id, 'now-hidden');
  await setDocumentStatus(editor, id, 'DRAFT');
  expect([await at('once-public'), await at('now-hidden')]).toEqual([404, 404]);
  expect((await editor.request('GET', '/documents/once-public')).body).toMatchObject({ id });
});

test('former slugs are deleted with their document', async () => {
  const { id } = await createDocument(editor, { slug: 'short-lived', status: 'PUBLISHED' });
  await rename(id, 'short-lived-too');
  await editor.request('DELETE', `/admin/documents/${id}`);
  expect(await at('short-lived')).toBe(404);
  expect((await createDocument(editor, { title: 'Short lived' })).slug).toBe('short-lived');
});

test('concurrent renames leave each slug to one document', async () => {
  const documents = await Promise.all(
    Array.from({ length: 4 }, (_, i) => createDocument(editor, { slug: `turn-${i}`, status: 'PUBLISHED' })),
  );
  for (let round = 0; round < 4; round++) {
    const responses = await Promise.all(documents.map(({ id }, i) => rename(id, `turn-${(i + round) % 6}`)));
    for (const { status } of responses) expect([200, 409]).toContain(status);
  }
  const both = await hub.database.query(`select r.slug from slug_redirects r join content_items i on i.slug = r.slug`);
  expect(both).toEqual([]);
});
