import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createCategory, createDocument, getDocument } from '../../../../test/support/documents.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { addVideo } from '../../../../test/support/videos.js';
import { Reconciliation } from '../../../platform/database/reconciliation.js';
import { MAX_PAGE_DEPTH, type PageRefResponse } from '../items/item-trail.js';
import type { DocumentResponse } from '../documents/documents.dto.js';
import type { NeighboursResponse, TreeItemResponse, TreeLevelResponse } from './tree.dto.js';

let hub: TestApp;
let editor: TestUser;
let author: TestUser;
let reader: TestUser;
let category: string;
beforeAll(async () => {
  ({ hub, editor, author, reader } = await createTestAppWithUsers({
    editor: 'EDITOR',
    author: 'CONTRIBUTOR',
    reader: 'VIEWER',
  }));
});
beforeEach(async () => {
  await hub.database.query('delete from rate_limits');
  category = (await createCategory(editor)).id;
});
afterAll(() => hub.close());

const page = (title: string, fields: object = {}, user = editor): Promise<DocumentResponse> =>
  createDocument(user, { title, status: 'PUBLISHED', category_id: category, ...fields });

const level = (
  parentId?: string,
  { user, of = category, query = '' }: { user?: Pick<TestUser, 'request'>; of?: string; query?: string } = {},
) => (user ?? editor).request<TreeLevelResponse>('GET', `/categories/${of}/tree?parent_id=${parentId ?? ''}${query}`);

/** Titles, with the children of each page in brackets. */
async function outline(user?: Pick<TestUser, 'request'>, of = category, parentId?: string): Promise<string> {
  const { body } = await level(parentId, { ...(user && { user }), of });
  const parts = await Promise.all(
    body.items.map(async ({ id, title, has_children }) =>
      has_children ? `${title}(${await outline(user, of, id)})` : title,
    ),
  );
  return parts.join(' ');
}

const move = (id: string, place: object, user = editor, type = 'document') =>
  user.request<{ code: string; detail: string }>('PUT', `/content/${type}/${id}/position`, {
    body: { category_id: category, ...place },
  });

const findDifferences = async () => {
  const results = await hub.get(Reconciliation).run({ fix: false });
  // What came back from the trash is indexed in the background.
  return results.filter(({ name, differences }) => differences > 0 && !name.endsWith('search index'));
};

describe('a level', () => {
  test('lists documents and videos in their order, those that the reader sees only, in one statement', async () => {
    const [a, b] = [await page('A'), await page('B')];
    await page('A1', { parent_id: a.id });
    await page('A2', { parent_id: a.id, status: 'DRAFT' });
    await page('B1', { parent_id: b.id, visibility: 'INTERNAL' });
    await addVideo(editor, { title: 'V', category_id: category, status: 'DRAFT' });
    await page('C', { status: 'DRAFT' });
    expect(await outline()).toBe('A(A1 A2) B(B1) V C');
    expect(await outline(reader)).toBe('A(A1) B');
    expect(await outline(hub)).toBe('A(A1) B');
    const { body } = await level();
    expect(body.items[2]).toMatchObject({ type: 'video', title: 'V', has_children: false });
    const statements = await hub.statementsOf(() => level(undefined, { user: hub, query: '&limit=9' }));
    expect(statements).toHaveLength(1);
  });

  test('comes in pages, and is missing with its category or parent', async () => {
    const titles = ['1', '2', '3', '4', '5'];
    for (const title of titles) await page(title);
    const found: TreeItemResponse[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body } = await level(undefined, { query: `&limit=2&cursor=${cursor}` });
      found.push(...body.items);
      cursor = body.next_cursor;
    }
    expect(found.map(({ title }) => title)).toEqual(titles);
    const hidden = await page('Hidden', { status: 'DRAFT' });
    await page('Below', { parent_id: hidden.id });
    const missing = '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f';
    const statuses = await Promise.all([
      level(undefined, { of: missing }),
      level(missing),
      level(found[0]!.id),
      level(hidden.id, { user: reader }),
      level(found[0]!.id, { of: (await createCategory(editor)).id }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 200, 404, 404]);
  });

  test('of 5,000 pages has its first page in 100 ms', async () => {
    await hub.database.query(
      `insert into content_items (id, kind, slug, title, summary, category_id, author_id, difficulty, visibility,
         status, tags, meta_title, meta_description, version, view_count, like_count, helpful_count, bookmark_count,
         confused_count, created_at, published_at)
       select gen_random_uuid(), 'document', 'big-' || n, 'Big ' || n, '', $1, $2, 'BEGINNER', 'PUBLIC', 'PUBLISHED',
         '{}', '', '', 1, 0, 0, 0, 0, 0, now(), now()
       from generate_series(1, 5000) n`,
      [category, editor.id],
    );
    const times: number[] = [];
    for (let n = 0; n < 5; n++) {
      const start = performance.now();
      expect((await level(undefined, { user: reader })).body.items).toHaveLength(50);
      times.push(performance.now() - start);
    }
    expect(Math.min(...times)).toBeLessThan(100);
    await hub.database.query(`delete from content_items where category_id = $1`, [category]);
  });
});

describe('moving', () => {
  test('puts a page first, last or after a sibling, and below another page', async () => {
    const [a, b, c] = [await page('A'), await page('B'), await page('C')];
    await move(c.id, { after_id: null });
    expect(await outline()).toBe('C A B');
    await move(c.id, { after_id: a.id });
    expect(await outline()).toBe('A C B');
    await move(a.id, {});
    expect(await outline()).toBe('C B A');
    await move(a.id, { parent_id: b.id });
    await move(c.id, { parent_id: b.id, after_id: null });
    await page('D');
    expect(await outline()).toBe('B(C A) D');
    const { parent_id, trail } = await getDocument(reader, a.id);
    expect({ parent_id, trail }).toEqual({
      parent_id: b.id,
      trail: [{ type: 'document', id: b.id, slug: b.slug, title: 'B' }],
    });
  });

  test('is refused for cycles, other categories, depth, missing siblings and users who may not edit', async () => {
    const other = await page('Elsewhere', { category_id: (await createCategory(editor)).id });
    let last = await page('1');
    const first = last;
    for (let depth = 2; depth <= MAX_PAGE_DEPTH; depth++) last = await page(String(depth), { parent_id: last.id });
    const sibling = await page('Sibling');
    const below = await page('Below', { parent_id: sibling.id });
    const draft = await page('Draft', { status: 'DRAFT' });
    const answers = [
      await move(first.id, { parent_id: last.id }),
      await move(first.id, { parent_id: first.id }),
      await move(sibling.id, { parent_id: other.id }),
      await move(sibling.id, { parent_id: category }),
      await move(sibling.id, { parent_id: last.id }),
      await move(sibling.id, { category_id: other.id }),
      await move(sibling.id, { after_id: below.id }),
      await move(sibling.id, { after_id: sibling.id }),
      await move(sibling.id, { after_id: null }, author),
      await move(draft.id, { after_id: null }, reader),
      await move(sibling.id, {}, editor, 'video'),
      await move(sibling.id, {}, editor, 'thread'),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [400, 'too_deep'],
      [400, 'validation_failed'],
      [409, 'sibling_moved'],
      [409, 'sibling_moved'],
      [403, 'permission_missing'],
      [404, 'not_found'],
      [404, 'not_found'],
      [404, 'not_found'],
    ]);
    expect(answers[0]!.body.detail).toBe('A page can’t be moved below itself or a page below it.');
    expect(await outline()).toBe('1(2(3(4(5(6(7(8))))))) Sibling(Below) Draft');
    const tooDeep = await editor.request('POST', '/documents', {
      body: { title: '9', content: 'Text', parent_id: last.id },
    });
    expect(tooDeep).toMatchObject({ status: 400, body: { code: 'too_deep' } });
  });

  test('an author moves their own page with the pages of others below it, counted in the new category', async () => {
    const target = (await createCategory(editor)).id;
    const top = await page('Top', { tags: ['moved'] }, author);
    const hidden = await page('Hidden', { parent_id: top.id, status: 'DRAFT', tags: ['moved'] });
    await page('Low', { parent_id: hidden.id });
    const first = await page('First', { category_id: target });
    expect((await move(top.id, { category_id: target, after_id: first.id }, author)).status).toBe(200);
    expect(await outline(editor, target)).toBe('First Top(Hidden(Low))');
    expect(await outline()).toBe('');
    expect(await getDocument(editor, hidden.id)).toMatchObject({ category_id: target, parent_id: top.id });
    expect(await getDocument(editor, hidden.id)).toMatchObject({ version: 1 });
    expect(await findDifferences()).toEqual([]);
    const rows = await hub.database.query(
      `select before, after from audit_log where action = 'document.moved' and subject_id = $1`,
      [top.id],
    );
    expect(rows).toMatchObject([{ before: { category_id: category }, after: { category_id: target, moved_along: 2 } }]);
  });

  test('50 at the same time leave an order, no cycle and each page once', async () => {
    const other = (await createCategory(editor)).id;
    const pages = await Promise.all(Array.from({ length: 50 }, (_, n) => page(`P${n}`)));
    const pick = (n: number) => pages[n % pages.length]!.id;
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        move(pick(n * 7), {
          ...(n % 5 === 0 && { category_id: other }),
          ...(n % 3 !== 0 && { parent_id: pick(n * 5 + 1) }),
          ...(n % 4 === 0 && { after_id: null }),
        }),
      ),
    );
    expect(results.filter(({ status }) => ![200, 400, 409].includes(status))).toEqual([]);
    expect(results.some(({ status }) => status === 200)).toBe(true);
    // What is in a cycle cannot be reached from the root level.
    const all = `${await outline()} ${await outline(editor, other)}`;
    expect(all.match(/P\d+/g)!.toSorted()).toEqual(pages.map(({ title }) => title).toSorted());
    const [counted] = await hub.database.query(
      `select count(*)::int as pages, count(distinct (level_id, rank))::int as places
       from content_positions where category_id = any($1)`,
      [[category, other]],
    );
    expect(counted).toEqual({ pages: 50, places: 50 });
    expect(await findDifferences()).toEqual([]);
  });

  test('50 siblings that move to the first place at the same time all get there', async () => {
    const pages = await Promise.all(Array.from({ length: 50 }, (_, n) => page(`P${n}`)));
    const results = await Promise.all(pages.map(({ id }, n) => move(id, { after_id: n % 2 ? null : undefined })));
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await outline()).split(' ').toSorted()).toEqual(pages.map(({ title }) => title).toSorted());
  });
});

describe('a page that leaves its place', () => {
  test('by an edit of its category moves to the end there with all below it', async () => {
    const target = (await createCategory(editor)).id;
    await page('Other', { category_id: target });
    const a = await page('A');
    const b = await page('B', { parent_id: a.id });
    await page('C', { parent_id: b.id });
    await editor.request('PUT', `/admin/documents/${b.id}`, { body: { category_id: target } });
    expect([await outline(), await outline(editor, target)]).toEqual(['A', 'Other B(C)']);
    const recorded = await hub.database.query(
      `select before, after from audit_log where action = 'document.moved' and subject_id = $1`,
      [b.id],
    );
    const [before, after] = [{ title: 'B', category_id: category, parent_id: a.id }, { category_id: target }];
    expect(recorded).toMatchObject([{ before, after: { ...after, parent_id: null, moved_along: 1 } }]);
    await editor.request('PUT', `/admin/documents/${b.id}`, { body: { category_id: null } });
    expect(await outline(editor, target)).toBe('Other C');
    expect(await getDocument(editor, b.id)).toMatchObject({ parent_id: null, trail: [] });
    expect((await move(b.id, { parent_id: a.id })).status).toBe(200);
    expect(await outline()).toBe('A(B)');
    expect(await findDifferences()).toEqual([]);
  });

  test('by deletion or archiving leaves it to its children, and comes back to it', async () => {
    const [a, last] = [await page('A'), await page('Z')];
    const b = await page('B', { parent_id: a.id });
    await page('C', { parent_id: b.id });
    await page('D', { parent_id: b.id });
    await page('E', { parent_id: a.id });
    await editor.request('DELETE', `/admin/documents/${b.id}`);
    expect(await outline()).toBe('A(C D E) Z');
    await editor.request('POST', `/trash/document/${b.id}/restore`);
    expect(await outline()).toBe('A(B C D E) Z');
    await editor.request('DELETE', `/admin/documents/${b.id}`);
    await editor.request('PUT', `/documents/${a.id}/status`, { body: { status: 'ARCHIVED' } });
    expect(await outline()).toBe('A C D E Z');
    await editor.request('DELETE', `/admin/documents/${a.id}`);
    await editor.request('POST', `/trash/document/${b.id}/restore`);
    expect(await outline()).toBe('C D E Z B');
    await move(b.id, { parent_id: last.id });
    await editor.request('DELETE', `/admin/documents/${b.id}`);
    await editor.request('DELETE', `/admin/documents/${last.id}`);
    await editor.request('DELETE', `/trash/document/${last.id}`);
    await page('F');
    await editor.request('POST', `/trash/document/${b.id}/restore`);
    expect((await outline()).split(' ').toSorted()).toEqual(['B', 'C', 'D', 'E', 'F']);
    expect(await findDifferences()).toEqual([]);
  });

  test('takes what is below it along, all or nothing, and what the user does not see stays', async () => {
    const top = await page('Top', {}, author);
    const mid = await page('Mid', { parent_id: top.id }, author);
    await page('Draft of another', { parent_id: mid.id, status: 'DRAFT' });
    const foreign = await page('Foreign', { parent_id: mid.id });
    const path = `/admin/documents/${top.id}?children=include`;
    const countBelow = async (user: TestUser) =>
      (await user.request<{ count: number }>('GET', `/content/document/${top.id}/pages-below`)).body.count;
    expect([await countBelow(editor), await countBelow(author)]).toEqual([3, 2]);
    expect(await author.request('DELETE', path)).toMatchObject({
      status: 403,
      body: {
        code: 'child_not_permitted',
        detail: 'You may not do this with “Foreign”, which is below this page. Nothing was changed.',
      },
    });
    expect(await outline()).toBe('Top(Mid(Draft of another Foreign))');
    const archiving = (user: TestUser) =>
      user.request('PUT', `/documents/${top.id}/status`, { body: { status: 'ARCHIVED', children: 'include' } });
    expect((await archiving(author)).status).toBe(403);
    expect((await archiving(editor)).status).toBe(200);
    expect(await outline()).toBe('Top(Mid(Draft of another Foreign))');
    expect(await outline(reader)).toBe('');
    expect((await getDocument(editor, foreign.id)).status).toBe('ARCHIVED');
    await editor.request('DELETE', `/admin/documents/${foreign.id}`);
    expect((await author.request('DELETE', path)).status).toBe(200);
    expect(await outline()).toBe('Draft of another');
    for (const { id } of [top, mid]) await author.request('POST', `/trash/document/${id}/restore`);
    expect(await outline(author)).toBe('Top(Mid)');
    expect(await findDifferences()).toEqual([]);
  });

  test('with its category, which is deleted, keeps what is below it', async () => {
    const target = (await createCategory(editor)).id;
    await page('Other', { category_id: target });
    const a = await page('A');
    await page('A1', { parent_id: a.id });
    await move((await page('B')).id, { after_id: null });
    await editor.request('DELETE', `/categories/${category}?move_to=${target}`);
    expect(await outline(editor, target)).toBe('Other B A(A1)');
    expect(await findDifferences()).toEqual([]);
  });
});

test('the former version, which knows no positions, writes and moves items', async () => {
  const target = (await createCategory(editor)).id;
  const a = await page('A');
  await page('B', { parent_id: a.id });
  await hub.database.query('update content_items set category_id = $2 where id = $1', [a.id, target]);
  expect([await outline(), await outline(editor, target)]).toEqual(['B', 'A']);
  await hub.database.query('update content_items set category_id = null where id = $1', [a.id]);
  expect(await outline(editor, target)).toBe('');
});

const readNeighbours = async (user: Pick<TestUser, 'request'>, id: string): Promise<NeighboursResponse> =>
  (await user.request<NeighboursResponse>('GET', `/content/document/${id}/neighbours`)).body;

test('readers go from page to page in reading order', async () => {
  const a = await page('A');
  const a1 = await page('A1', { parent_id: a.id });
  await page('A11', { parent_id: a1.id });
  await page('A12', { parent_id: a1.id, status: 'DRAFT' });
  const hidden = await page('H', { status: 'DRAFT' });
  await page('H1', { parent_id: hidden.id });
  await page('B');
  expect((await readNeighbours(editor, a.id)).previous).toBeNull();
  const read = async (user: Pick<TestUser, 'request'>) => {
    const titles: string[] = ['A'];
    let former = a.id;
    for (let next = (await readNeighbours(user, former)).next; next !== null;) {
      titles.push(next.title);
      const { id }: PageRefResponse = next;
      const found = await readNeighbours(user, id);
      expect(found.previous?.id).toBe(former);
      [former, next] = [id, found.next];
    }
    return titles.join(' ');
  };
  expect(await read(editor)).toBe('A A1 A11 A12 H H1 B');
  expect(await read(hub)).toBe('A A1 A11 B');
  const without = await page('Without', { category_id: null });
  expect(await readNeighbours(editor, without.id)).toEqual({ previous: null, next: null });
  expect((await reader.request('GET', `/content/document/${hidden.id}/neighbours`)).status).toBe(404);
});
