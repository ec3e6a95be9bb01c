import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createCategory, setDocumentStatus, createDocument } from '../../../../test/support/documents.js';
import type { SendRequest } from '../../../../test/support/http.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import type { HomeResponse } from './home.dto.js';

let hub: TestApp;
let editor: TestUser;
let viewer: TestUser;
beforeAll(async () => {
  ({ hub, editor, viewer } = await createTestAppWithUsers({ editor: 'EDITOR', viewer: 'VIEWER' }));
});
afterAll(() => hub.close());

const home = async (request: SendRequest) => (await request<HomeResponse>('GET', '/dashboard/home')).body;
const titles = async (request: SendRequest) => (await home(request)).recent_documents.map(({ title }) => title);

const titlesOf = (list: { items: { title: string }[] }) => list.items.map(({ title }) => title);
const review = (user: TestUser, id: string, body: object) => user.request('POST', `/documents/${id}/review`, { body });

const workOf = async (user: TestUser) => {
  const { work } = await home(user.request);
  return (
    work && {
      review: titlesOf(work.review),
      returned: titlesOf(work.changes_requested),
      drafts: titlesOf(work.drafts),
    }
  );
};

test('an empty hub has an empty home', async () => {
  expect(await home(hub.request)).toEqual({
    user_stats: { bookmarks_count: 0 },
    recent_documents: [],
    recent_videos: [],
    user_bookmarks: [],
    categories: [],
    continue: [],
  });
});

test('lists the three latest published items that the reader sees', async () => {
  const early = await createDocument(editor, { title: 'Written first' });
  for (const title of ['A', 'B', 'C']) await createDocument(editor, { title, status: 'PUBLISHED' });
  expect(await titles(hub.request)).toEqual(['C', 'B', 'A']);
  await setDocumentStatus(editor, early.id, 'PUBLISHED');
  expect(await titles(hub.request)).toEqual(['Written first', 'C', 'B']);
  await createDocument(editor, { title: 'Signed in', status: 'PUBLISHED', visibility: 'LOGGED_IN' });
  await createDocument(editor, { title: 'Inside', status: 'PUBLISHED', visibility: 'INTERNAL' });
  await createDocument(editor, { title: 'Draft' });
  expect(await titles(hub.request)).toEqual(['Written first', 'C', 'B']);
  expect(await titles(viewer.request)).toEqual(['Signed in', 'Written first', 'C']);
  // Drafts are no news, not even for their author.
  expect(await titles(editor.request)).toEqual(['Inside', 'Signed in', 'Written first']);
});

test('rows equal those of the document list, with abilities', async () => {
  const [ofList] = (await editor.request<object[]>('GET', '/documents?status=PUBLISHED&limit=1')).body;
  expect((await home(editor.request)).recent_documents[0]).toEqual(ofList);
});

test('lists the first eight categories with items that the reader sees', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 10; i++) ids.push((await createCategory(editor, { order_index: 10 - i })).id);
  for (const id of ids.slice(1))
    await createDocument(editor, {
      category_id: id,
      status: 'PUBLISHED',
      visibility: id === ids[9] ? 'INTERNAL' : 'PUBLIC',
    });
  await createDocument(editor, { category_id: ids[0] });
  const seen = async (request: SendRequest) =>
    (await home(request)).categories.map(({ id, content_count }) => [ids.indexOf(id), content_count]);
  expect(await seen(hub.request)).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((i) => [i, 1]));
  expect(await seen(editor.request)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((i) => [i, 1]));
});

test('lists a category after its parent, also when the parent is empty', async () => {
  const [empty, other] = [
    await createCategory(editor, { order_index: 0 }),
    await createCategory(editor, { order_index: 1 }),
  ];
  const below = await createCategory(editor, { order_index: 9, parent_category_id: empty.id });
  for (const { id } of [below, other]) await createDocument(editor, { category_id: id, status: 'PUBLISHED' });
  expect((await home(hub.request)).categories.slice(0, 2)).toMatchObject([
    { id: below.id, parent_title: empty.name },
    { id: other.id, parent_title: null },
  ]);
});

describe('work', () => {
  const nothing = { review: [], returned: [], drafts: [] };

  let author: TestUser;
  let reviewer: TestUser;
  beforeEach(async () => {
    await hub.database.query(`update content_items set status = 'ARCHIVED' where status in ('DRAFT', 'IN_REVIEW')`);
    author = await hub.users.create('CONTRIBUTOR', 'Cora');
    reviewer = await hub.users.create('REVIEWER');
  });

  test('lists own drafts, returned ones with their note, and for reviewers what others have submitted', async () => {
    const [draft, submitted] = [
      await createDocument(author, { title: 'Draft' }),
      await createDocument(author, { title: 'Submitted' }),
    ];
    await setDocumentStatus(author, submitted.id, 'IN_REVIEW');
    await setDocumentStatus(reviewer, (await createDocument(reviewer, { title: 'Own' })).id, 'IN_REVIEW');
    expect(await workOf(author)).toEqual({ ...nothing, drafts: ['Draft'] });
    expect(await workOf(reviewer)).toEqual({ ...nothing, review: ['Submitted'] });
    expect(await workOf(viewer)).toEqual(nothing);
    expect((await home(hub.request)).work).toBeUndefined();

    await review(reviewer, submitted.id, { action: 'request_changes', note: 'Please add **a source**.' });
    expect(await workOf(reviewer)).toEqual(nothing);
    expect(await workOf(author)).toEqual({ ...nothing, returned: ['Submitted'], drafts: ['Draft'] });
    const { work } = await home(author.request);
    expect(work?.changes_requested).toMatchObject({
      total: 1,
      items: [
        {
          type: 'document',
          id: submitted.id,
          url: `/docs/${submitted.slug}`,
          status: 'DRAFT',
          is_edit: false,
          user_name: 'Cora',
          note: 'Please add a source.',
        },
      ],
    });
    await setDocumentStatus(await hub.users.create('EDITOR', 'Edda'), submitted.id, 'IN_REVIEW');
    expect((await home(reviewer.request)).work?.review.items).toMatchObject([{ user_name: 'Edda' }]);
    await review(reviewer, submitted.id, { action: 'approve' });
    await author.request('DELETE', `/admin/documents/${draft.id}`);
    expect(await workOf(author)).toEqual(nothing);
  });

  test('counts more than it lists, the oldest submission first', async () => {
    for (let i = 1; i <= 6; i++) await createDocument(author, { title: `Draft ${i}` });
    const { work } = await home(author.request);
    expect(work?.drafts.total).toBe(6);
    expect(work?.drafts.items.map(({ title }) => title)).toEqual(['Draft 6', 'Draft 5', 'Draft 4', 'Draft 3']);
    for (const { id } of work!.drafts.items) await setDocumentStatus(author, id, 'IN_REVIEW');
    const { work: theirs } = await home(reviewer.request);
    expect(theirs?.review.items.map(({ title }) => title)).toEqual(['Draft 3', 'Draft 4', 'Draft 5', 'Draft 6']);
  });

  test('internal items are listed only for reviewers who may decide on them', async () => {
    const admin = await hub.users.create('ADMIN');
    const { id } = await createDocument(editor, { title: 'Secret', visibility: 'INTERNAL' });
    await setDocumentStatus(editor, id, 'IN_REVIEW');
    expect(await workOf(reviewer)).toEqual({ ...nothing, review: ['Secret'] });
    const set = (permissions: string[]) =>
      admin.request('PUT', '/admin/role-permissions/REVIEWER', { body: { permissions } });
    await set(reviewer.permissions.filter((permission) => permission !== 'content.view_internal'));
    expect(await workOf(reviewer)).toEqual(nothing);
    await set(reviewer.permissions);
  });

  test('pending and returned edits of published documents are listed as edits', async () => {
    await hub.database.query(
      `insert into settings (key, value, updated_at) values ('content.review_edits', 'true', now())`,
    );
    const { id } = await createDocument(author, { title: 'Guide' });
    await setDocumentStatus(reviewer, id, 'PUBLISHED');
    await waitFor(
      () => author.request('PUT', `/admin/documents/${id}`, { body: { summary: 'New', note: 'Shorter' } }),
      ({ status }) => status === 202,
    );
    expect((await home(reviewer.request)).work?.review).toMatchObject({
      total: 1,
      items: [{ title: 'Guide', is_edit: true, status: 'PUBLISHED', user_name: 'Cora', note: 'Shorter' }],
    });
    await review(reviewer, id, { action: 'request_changes', note: 'Longer' });
    expect(await workOf(reviewer)).toEqual(nothing);
    expect((await home(author.request)).work?.changes_requested).toMatchObject({
      items: [{ title: 'Guide', is_edit: true, note: 'Longer' }],
    });
    await author.request('DELETE', `/documents/${id}/draft`);
    expect(await workOf(author)).toEqual(nothing);
  });
});
