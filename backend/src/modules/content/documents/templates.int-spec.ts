import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCategory, createDocument, setDocumentStatus } from '../../../../test/support/documents.js';
import type { SendRequest } from '../../../../test/support/http.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import type { DocumentResponse, DocumentSummaryResponse, DocumentTemplateResponse } from './documents.dto.js';

const WORD = 'qtemplateword';

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
let author: TestUser;
let viewer: TestUser;
let category: { id: string };
/** A template of the category by the author, which the editor made one, and one of the hub. */
let ofCategory: DocumentResponse;
let ofHub: DocumentResponse;

const setTemplate = (user: TestUser, id: string, is_template: boolean) =>
  user.request<DocumentResponse>('PUT', `/admin/documents/${id}`, { body: { is_template } });
const listTemplates = async (request: SendRequest, query = '') =>
  (await request<DocumentSummaryResponse[]>('GET', `/documents?template=true${query}`)).body.map(({ id }) => id);

beforeAll(async () => {
  hub = await createTestApp();
  admin = await hub.users.create('ADMIN');
  editor = await hub.users.create('EDITOR');
  author = await hub.users.create('CONTRIBUTOR');
  viewer = await hub.users.create('VIEWER');
  category = await createCategory(admin);
  const fields = { title: `How to ${WORD}`, content: `# {{title}} ${WORD}`, tags: [`${WORD}tag`] };
  const { id } = await createDocument(author, { ...fields, category_id: category.id });
  await setDocumentStatus(editor, id, 'PUBLISHED');
  ofCategory = (await setTemplate(editor, id, true)).body;
  ofHub = await createDocument(editor, { ...fields, status: 'PUBLISHED', is_template: true });
});
afterAll(() => hub.close());

describe('a template is no document for readers', () => {
  const readers: [string, () => SendRequest][] = [
    ['guests', () => hub.request],
    ['viewers', () => viewer.request],
    ['contributors', () => hub.request],
    ['editors', () => editor.request],
    ['its author', () => author.request],
  ];

  test.each(readers)('%s find it in no list, count or suggestion', async (_who, request) => {
    const paths = [
      '/documents',
      `/documents?category_id=${category.id}`,
      `/documents?author_id=${author.id}`,
      '/dashboard/home',
      `/categories/${category.id}/tree`,
      `/tags?q=${WORD}`,
      `/search/suggestions?q=${WORD}`,
      `/links?address=${encodeURIComponent(`/docs/${ofHub.slug}`)}`,
    ];
    const found = [];
    for (const path of paths) {
      const { text } = await request()('GET', path);
      if (text.includes(WORD)) found.push(path);
    }
    expect(found).toEqual([]);
    const search = await request()<{ total: number }>('POST', '/search', { body: { query: WORD } });
    expect(search.body.total).toBe(0);
    const counts = await request()<{ content_count: number }>('GET', `/categories/${category.id}`);
    expect(counts.body.content_count).toBe(0);
    expect((await request()('GET', `/documents?category_id=${category.id}`)).headers['x-total-count']).toBe('0');
  });

  test('its page opens for those who would see it as a draft, and takes neither comments nor reactions', async () => {
    const { id } = ofCategory;
    for (const { request } of [hub, viewer]) expect((await request('GET', `/documents/${id}`)).status).toBe(404);
    for (const { request } of [author, editor])
      expect((await request<DocumentResponse>('GET', `/documents/${id}`)).body).toMatchObject({
        is_template: true,
        abilities: { edit: true, comment: false, react: false, share: false },
      });
    const about = { content_type: 'document', content_id: id };
    expect((await editor.request('POST', '/comments', { body: { ...about, content: 'No.' } })).status).toBe(404);
    expect((await editor.request('POST', '/bookmarks', { body: about })).status).toBe(404);
  });

  test('its author finds it in the list of what they wrote, and nobody else does', async () => {
    const path = `/users/${author.id}/activity`;
    expect((await author.request('GET', path)).text).toContain(WORD);
    for (const { request } of [hub, viewer, editor]) expect((await request('GET', path)).text).not.toContain(WORD);
  });
});

describe('who writes gets the published templates of what they may write in', () => {
  test('a list, with the text of each', async () => {
    expect(await listTemplates(author.request)).toEqual([ofHub.id, ofCategory.id]);
    const { body } = await author.request<DocumentTemplateResponse>('GET', `/documents/${ofHub.id}/template`);
    expect(body).toMatchObject({ title: ofHub.title, content: `# {{title}} ${WORD}`, tags: [`${WORD}tag`] });
    expect((await author.request('GET', `/documents/${ofHub.id}`)).status).toBe(404);
  });

  test('not for guests and those who may not write, and no document is one', async () => {
    for (const { request } of [hub, viewer]) expect(await listTemplates(request)).toEqual([]);
    expect((await viewer.request('GET', `/documents/${ofHub.id}/template`)).status).toBe(404);
    const { id } = await createDocument(editor, { status: 'PUBLISHED' });
    expect((await editor.request('GET', `/documents/${id}/template`)).status).toBe(404);
  });

  test('drafts are for their author and editors', async () => {
    const draft = await createDocument(editor, { is_template: true });
    expect(await listTemplates(author.request)).not.toContain(draft.id);
    expect(await listTemplates(editor.request)).toContain(draft.id);
    expect(await listTemplates(editor.request, '&status=PUBLISHED')).not.toContain(draft.id);
    expect((await author.request('GET', `/documents/${draft.id}/template`)).status).toBe(404);
  });

  test('a category that others may not read or write in keeps its templates', async () => {
    const { body: group } = await admin.request<{ id: string }>('POST', '/admin/groups', { body: { name: 'Kitchen' } });
    const limits: [object, boolean][] = [
      [{ read_group_ids: [group.id], write_group_ids: [group.id] }, false],
      [{ read_group_ids: null, write_group_ids: [group.id] }, false],
      [{ read_group_ids: null, write_group_ids: null }, true],
    ];
    for (const [body, isOffered] of limits) {
      await admin.request('PUT', `/categories/${category.id}/access`, { body });
      const other = await hub.users.create('CONTRIBUTOR');
      expect((await listTemplates(other.request)).includes(ofCategory.id)).toBe(isOffered);
      expect((await other.request('GET', `/documents/${ofCategory.id}/template`)).status).toBe(isOffered ? 200 : 404);
    }
  });

  test('INTERNAL templates are for those who read INTERNAL documents', async () => {
    const { id } = await createDocument(editor, { status: 'PUBLISHED', visibility: 'INTERNAL', is_template: true });
    const writer = await hub.users.create((await createRole(admin, ['content.create'])).name);
    expect(await listTemplates(writer.request)).not.toContain(id);
    expect(await listTemplates(author.request)).toContain(id);
  });
});

describe('who may make templates', () => {
  test('who edits the documents of others in the category, and the change is in the audit log', async () => {
    const own = await createDocument(author);
    expect((await setTemplate(author, own.id, true)).status).toBe(403);
    expect((await author.request('POST', '/documents', { body: { ...texts, is_template: true } })).status).toBe(403);
    const { body } = await setTemplate(editor, own.id, true);
    expect(body).toMatchObject({ is_template: true, version: own.version });
    const { body: log } = await admin.request<{ before: unknown; after: unknown }[]>(
      'GET',
      `/admin/audit-log?action=document.template_changed&subject_id=${own.id}`,
    );
    expect(JSON.stringify(log)).toContain('"is_template":true');
  });

  test('its author edits it, and moves it nowhere else', async () => {
    const other = await createCategory(admin);
    const edit = (fields: object) => author.request('PUT', `/admin/documents/${ofCategory.id}`, { body: fields });
    await setDocumentStatus(editor, ofCategory.id, 'DRAFT');
    expect((await edit({ summary: 'For instructions.' })).status).toBe(200);
    expect((await edit({ category_id: other.id })).status).toBe(403);
    await setDocumentStatus(editor, ofCategory.id, 'PUBLISHED');
  });
});

test('what was a template is found and counted again; the pages below one move up', async () => {
  const { id } = await createDocument(editor, {
    title: 'Former quxtemplate',
    status: 'PUBLISHED',
    category_id: category.id,
  });
  const child = await createDocument(editor, { status: 'PUBLISHED', parent_id: id });
  await setTemplate(editor, id, true);
  const tree = await viewer.request<{ items: { id: string }[] }>('GET', `/categories/${category.id}/tree`);
  expect(tree.body.items.map((item) => item.id)).toEqual([child.id]);
  const find = async () =>
    (await viewer.request<{ total: number }>('POST', '/search', { body: { query: 'quxtemplate' } })).body.total;
  expect(await find()).toBe(0);
  expect((await setTemplate(editor, id, false)).body.is_template).toBeUndefined();
  expect(await find()).toBe(1);
  const { body } = await viewer.request<{ content_count: number }>('GET', `/categories/${category.id}`);
  expect(body.content_count).toBe(2);
});

test('a template goes to the trash and comes back as one', async () => {
  const { id } = await createDocument(editor, { status: 'PUBLISHED', is_template: true });
  await editor.request('DELETE', `/admin/documents/${id}`);
  expect(await listTemplates(author.request)).not.toContain(id);
  expect((await editor.request('POST', `/trash/document/${id}/restore`)).status).toBeLessThan(300);
  expect(await listTemplates(author.request)).toContain(id);
  expect((await viewer.request('GET', `/documents/${id}`)).status).toBe(404);
});

test('a category with templates is in use', async () => {
  const { id } = await createCategory(admin);
  await createDocument(editor, { category_id: id, is_template: true });
  const { status, body } = await admin.request<{ documents: number }>('DELETE', `/categories/${id}`);
  expect({ status, documents: body.documents }).toEqual({ status: 409, documents: 1 });
});

test('counters, tags and the search index agree with the rows', async () => {
  const report = await hub.get(Reconciliation).run({ fix: false });
  expect(report.filter(({ differences }) => differences > 0)).toEqual([]);
});

const texts = { title: 'A template', content: 'Text' };
