import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCategory, setDocumentStatus, createDocument } from '../../../test/support/documents.js';
import { waitFor } from '../../../test/support/wait-for.js';
import { createFile, encodeForm } from '../../../test/support/forms.js';
import type { TestResponse } from '../../../test/support/http.js';
import { createPng } from '../../../test/support/images.js';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import type { TestUser } from '../../../test/support/users.js';
import { ItemViewCounter } from '../../modules/content/views/view-counter.js';
import type { DocumentResponse } from '../../modules/content/documents/documents.dto.js';

let hub: TestApp;
let editor: TestUser;
let admin: TestUser;
let document: DocumentResponse;
let category: { id: string; name: string };
let image: Buffer;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.users.create('EDITOR');
  admin = await hub.users.create('ADMIN');
  category = await createCategory(admin);
  document = await createDocument(editor, { status: 'PUBLISHED', title: 'Quokka handbook', category_id: category.id });
  image = await createPng(1300, 700);
});
afterAll(() => hub.close());

const paths = () => [
  '/documents',
  `/documents/${document.id}`,
  '/search/suggestions?q=quokka',
  `/comments/document/${document.id}/threads`,
];
const requestAll = () => Promise.all(paths().map((path) => hub.request('GET', path)));

/** Requests each path until its response comes from the cache. A 404 is not cached. */
async function fillCache(): Promise<void> {
  for (const path of paths()) {
    if ((await hub.request('GET', path)).status === 404) continue;
    await waitFor(
      () => hub.statementsOf(() => hub.request('GET', path)),
      (statements) => statements.length === 0,
    );
  }
}

/** @returns the responses to a guest after the command, all of which were cached before it */
async function responsesAfter(command: () => Promise<TestResponse<unknown>>) {
  await fillCache();
  expect((await command()).status).toBeLessThan(300);
  const [list, single, suggestions, comments] = await requestAll();
  return { list: list!, document: single!, suggestions: suggestions!, comments: comments! };
}
/** @returns the statements of requests whose responses were cached before the work */
const statementsAfter = async (work: () => Promise<unknown>) => {
  await fillCache();
  await work();
  return hub.statementsOf(requestAll);
};
const edit = (fields: object) => editor.request('PUT', `/admin/documents/${document.id}`, { body: fields });
const setStatus = (status: string) => editor.request('PUT', `/documents/${document.id}/status`, { body: { status } });
const react = () =>
  editor.request('POST', '/reactions', {
    body: { content_type: 'document', content_id: document.id, reaction_type: 'LIKE' },
  });

describe('guests see at once what this instance changed', () => {
  test('a new document', async () => {
    const { list, suggestions } = await responsesAfter(() =>
      editor.request('POST', '/documents', {
        body: { title: 'Quokka atlas', content: 'Maps', status: 'PUBLISHED' },
      }),
    );
    expect(list.text).toContain('Quokka atlas');
    expect(suggestions.text).toContain('Quokka atlas');
  });

  test('an edit of title and text', async () => {
    const seen = await responsesAfter(() => edit({ title: 'Quokka guide', content: 'Quokkas smile.' }));
    expect(seen.list.text).toContain('Quokka guide');
    expect(seen.document.body).toMatchObject({ title: 'Quokka guide', content: 'Quokkas smile.' });
    expect(seen.suggestions.text).toContain('Quokka guide');
  });

  test('a restored version', async () => {
    const { document: seen } = await responsesAfter(() =>
      editor.request('POST', `/documents/${document.id}/revisions/1/restore`, { body: {} }),
    );
    expect(seen.body['title']).toBe('Quokka handbook');
  });

  test('tags', async () => {
    const { list } = await responsesAfter(() => edit({ tags: ['marsupial'] }));
    expect(list.text).toContain('marsupial');
  });

  test.each(['ARCHIVED', 'PUBLISHED'])('the status %s', async (status) => {
    const isVisible = status === 'PUBLISHED';
    const seen = await responsesAfter(() => setStatus(status));
    expect(seen.document.status).toBe(isVisible ? 200 : 404);
    expect([seen.list.text.includes(document.id), seen.suggestions.text.includes(document.id)]).toEqual([
      isVisible,
      isVisible,
    ]);
  });

  test.each(['LOGGED_IN', 'PUBLIC'])('the visibility %s', async (visibility) => {
    const isVisible = visibility === 'PUBLIC';
    const seen = await responsesAfter(() => edit({ visibility }));
    expect(seen.document.status).toBe(isVisible ? 200 : 404);
    expect(seen.suggestions.text.includes(document.id)).toBe(isVisible);
  });

  test('an approved document', async () => {
    await setStatus('DRAFT');
    await setDocumentStatus(editor, document.id, 'IN_REVIEW');
    const { document: seen } = await responsesAfter(() =>
      editor.request('POST', `/documents/${document.id}/review`, { body: { action: 'approve' } }),
    );
    expect(seen.status).toBe(200);
  });

  test('a thumbnail, and its removal', async () => {
    const body = await encodeForm({ thumbnail: createFile(image, 'quokka.png') });
    const shown = await responsesAfter(() => editor.request('POST', `/documents/${document.id}/thumbnail`, body));
    expect(shown.document.body['thumbnail']).toEqual(expect.any(String));
    const removed = await responsesAfter(() => editor.request('DELETE', `/documents/${document.id}/thumbnail`));
    expect(removed.document.body['thumbnail']).toBeNull();
  });

  test('a reaction, and its withdrawal', async () => {
    expect((await responsesAfter(react)).document.body['like_count']).toBe(1);
    expect((await responsesAfter(react)).document.body['like_count']).toBe(0);
  });

  test('a bookmark', async () => {
    const { document: seen } = await responsesAfter(() =>
      editor.request('POST', '/bookmarks', { body: { content_type: 'document', content_id: document.id } }),
    );
    expect(seen.body['bookmark_count']).toBe(1);
  });

  test("the author's name and avatar", async () => {
    const body = await encodeForm({ name: 'Quentin Quokka', avatar: createFile(image, 'me.png') });
    const seen = await responsesAfter(() => editor.request('PUT', '/profile', body));
    expect(seen.document.text).toContain('Quentin Quokka');
    expect(seen.list.text).toContain('Quentin Quokka');
    expect(seen.document.body['author_avatar']).toEqual(expect.any(String));
  });

  test("the category's name, and its deletion", async () => {
    const renamed = await responsesAfter(() =>
      admin.request('PUT', `/categories/${category.id}`, { body: { name: 'Marsupials' } }),
    );
    expect(renamed.document.text).toContain('Marsupials');
    const { id: target } = await createCategory(admin, { name: 'Mammals' });
    const moved = await responsesAfter(() => admin.request('DELETE', `/categories/${category.id}?move_to=${target}`));
    expect(moved.document.text).toContain('Mammals');
    expect(moved.list.text).not.toContain('Marsupials');
  });

  test('a comment, its edit, deletion and restoration', async () => {
    let id = '';
    const created = await responsesAfter(async () => {
      const body = { content_type: 'document', content_id: document.id, content: 'Quokkas dig' };
      const response = await admin.request<{ id: string }>('POST', '/comments', { body });
      ({ id } = response.body);
      return response;
    });
    expect(created.comments.text).toContain('Quokkas dig');
    const edited = await responsesAfter(() =>
      admin.request('PUT', `/comments/${id}`, { body: { content: 'They hop' } }),
    );
    expect(edited.comments.text).toContain('They hop');
    const deleted = await responsesAfter(() => admin.request('DELETE', `/comments/${id}`));
    expect(deleted.comments.text).not.toContain('They hop');
    const restored = await responsesAfter(() => admin.request('POST', `/trash/comment/${id}/restore`));
    expect(restored.comments.text).toContain('They hop');
  });

  test('a deleted document', async () => {
    const seen = await responsesAfter(() => editor.request('DELETE', `/admin/documents/${document.id}`));
    expect(seen.document.status).toBe(404);
    expect([seen.list.text.includes(document.id), seen.suggestions.text.includes(document.id)]).toEqual([false, false]);
  });
});

describe('changes that are not shown do not clear the cache', () => {
  beforeAll(async () => {
    document = await createDocument(editor, { status: 'PUBLISHED', title: 'Quokka songs' });
  });

  test('stored views', async () => {
    const path = `/documents/${document.id}`;
    const reader = await hub.users.create();
    const statements = await statementsAfter(async () => {
      const { body } = await reader.request<DocumentResponse>('GET', path);
      await hub.get(ItemViewCounter).flush();
      // The count includes the view although the cached row was read before it was stored.
      expect((await reader.request<DocumentResponse>('GET', path)).body.view_count).toBe(body.view_count);
    });
    expect(statements).toEqual([]);
  });

  test('a failed login', async () => {
    const statements = await statementsAfter(async () => {
      const login = await hub.request('POST', '/auth/login-manual', {
        body: { email: editor.email, password: 'not the password' },
      });
      expect(login.status).toBe(401);
    });
    expect(statements).toEqual([]);
  });
});
