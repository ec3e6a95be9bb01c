import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createCategory, createDocument } from '../../../../test/support/documents.js';
import type { TestUser } from '../../../../test/support/users.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { CategoryResponse } from './categories.dto.js';

let hub: TestApp;
let editor: TestUser;
beforeAll(async () => {
  ({ hub, editor } = await createTestAppWithUsers({ editor: 'EDITOR' }));
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const change = (id: string, body: object) =>
  editor.request<CategoryResponse & { code: string; errors?: { field: string }[] }>('PUT', `/categories/${id}`, {
    body,
  });
const remove = (id: string, moveTo?: string) =>
  editor.request('DELETE', `/categories/${id}${moveTo ? `?move_to=${moveTo}` : ''}`);
const see = async (request: TestApp['request'], id: string) =>
  (await request<CategoryResponse>('GET', `/categories/${id}`)).body;
/** Counters that differ from the number of rows, as in content-counts.int-spec. */
const wrongCounters = () =>
  hub.database.query(
    `select 1 from content_counts c
     full join (select category_id, kind, status, audience, count(*)::int as n from content_items group by 1, 2, 3, 4) r
       on r.category_id is not distinct from c.category_id
         and (r.kind, r.status, r.audience) = (c.kind, c.status, c.audience)
     where coalesce(c.n, 0) <> coalesce(r.n, 0)`,
  );

test('lists categories depth-first in their order, with their parents', async () => {
  const [late, early] = [
    await createCategory(editor, { order_index: 2 }),
    await createCategory(editor, { order_index: 1 }),
  ];
  // By their own numbers alone, the subcategories would come first.
  const second = await createCategory(editor, { order_index: 1, parent_category_id: late.id });
  const first = await createCategory(editor, { order_index: 0, parent_category_id: late.id });
  const below = await createCategory(editor, { order_index: 0, parent_category_id: second.id });
  const made = [early, late, first, second, below].map(({ id }) => id);
  const list = (await hub.request<CategoryResponse[]>('GET', '/categories')).body.filter(({ id }) => made.includes(id));
  expect(list.map(({ id, parent_title }) => [id, parent_title])).toEqual([
    [early.id, null],
    [late.id, null],
    [first.id, late.name],
    [second.id, late.name],
    [below.id, second.name],
  ]);
  expect(await see(hub.request, below.id)).toMatchObject({ parent_title: second.name });
});

describe('changing', () => {
  test('updates given fields and keeps omitted ones, by name or title', async () => {
    const parent = await createCategory(editor);
    const { id, name } = await createCategory(editor, {
      description: 'Before',
      icon: '📚',
      color: '#112233',
      order_index: 7,
    });
    expect(await change(id, { description: 'After', parent_category_id: parent.id })).toMatchObject({
      status: 200,
      body: {
        id,
        name,
        title: name,
        description: 'After',
        icon: '📚',
        color: '#112233',
        order_index: 7,
        parent_category_id: parent.id,
      },
    });
    expect(
      (await change(id, { title: 'By its title', icon: '', order_index: 0, parent_category_id: '' })).body,
    ).toMatchObject({ name: 'By its title', icon: '', order_index: 0, parent_category_id: null });
    expect(await see(hub.request, id)).toMatchObject({ title: 'By its title', description: 'After', color: '#112233' });
  });

  test('rejects the name of a sibling, in any letter case', async () => {
    const [one, other] = [await createCategory(editor), await createCategory(editor)];
    expect(await change(one.id, { name: other.name.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'category_exists', errors: [{ field: 'name' }] },
    });
    expect(await see(hub.request, one.id)).toMatchObject({ name: one.name });
  });

  test('rejects cycles of any length', async () => {
    const [top, middle] = [await createCategory(editor), await createCategory(editor)];
    const bottom = await createCategory(editor, { parent_category_id: middle.id });
    expect((await change(middle.id, { parent_category_id: top.id })).status).toBe(200);
    for (const below of [top, middle, bottom])
      expect(await change(top.id, { parent_category_id: below.id })).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'parent_category_id' }] },
      });
    expect(await change(top.id, { parent_category_id: editor.id })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'parent_category_id' }] },
    });
  });

  test('two concurrent moves create no cycle', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, other] = [await createCategory(editor), await createCategory(editor)];
      const responses = await Promise.all([
        change(one.id, { parent_category_id: other.id }),
        change(other.id, { parent_category_id: one.id }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  test('updates and creations are in the audit log', async () => {
    const { id, name } = await createCategory(editor, { color: '#112233' });
    await change(id, { name: `${name} anew` });
    const fields = { description: '', icon: '', color: '#112233', parent_category_id: null, order_index: 0 };
    const made = { name, ...fields, is_series: false };
    expect(
      await hub.database.query(
        'select actor_id, action, before, after from audit_log where subject_id = $1 order by id',
        [id],
      ),
    ).toEqual([
      { actor_id: editor.id, action: 'category.created', before: null, after: made },
      { actor_id: editor.id, action: 'category.updated', before: made, after: { ...made, name: `${name} anew` } },
    ]);
  });

  test('an unknown category is 404', async () => {
    expect((await change(editor.id, { name: 'x' })).status).toBe(404);
    expect((await change('nonsense', { name: 'x' })).status).toBe(404);
  });
});

describe('deleting', () => {
  test('deletes an empty category with an audit entry and moves its subcategories up', async () => {
    const top = await createCategory(editor);
    const { id, name } = await createCategory(editor, { parent_category_id: top.id });
    const below = await createCategory(editor, { parent_category_id: id });
    expect(await remove(id)).toMatchObject({ status: 200, body: { message: 'Category deleted successfully!' } });
    expect((await hub.request('GET', `/categories/${id}`)).status).toBe(404);
    expect(await see(hub.request, below.id)).toMatchObject({ parent_category_id: top.id });
    expect(
      await hub.database.query(
        `select actor_id, before ->> 'name' as name from audit_log
         where action = 'category.deleted' and subject_id = $1`,
        [id],
      ),
    ).toEqual([{ actor_id: editor.id, name }]);
    expect((await remove(id)).status).toBe(404);
  });

  test('rejects the deletion when a subcategory’s name is taken in the parent', async () => {
    const { id } = await createCategory(editor);
    const below = await createCategory(editor, { parent_category_id: id });
    await createCategory(editor, { name: below.name });
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'category_exists' } });
    expect(await see(hub.request, below.id)).toMatchObject({ parent_category_id: id });
  });

  test('rejects the deletion of a category with content and returns the numbers', async () => {
    const { id, name } = await createCategory(editor);
    await createCategory(editor, { parent_category_id: id });
    await createDocument(editor, { category_id: id, status: 'PUBLISHED' });
    await createDocument(editor, { category_id: id });
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: {
        code: 'category_in_use',
        documents: 2,
        videos: 0,
        subcategories: 1,
        detail: `“${name}” still has 2 documents. Please choose a category to move them to.`,
      },
    });
    expect((await see(editor.request, id)).content_count).toBe(2);
  });

  test('moves content and counters to `move_to`', async () => {
    const [from, to] = [await createCategory(editor), await createCategory(editor)];
    const { id } = await createDocument(editor, { category_id: from.id, status: 'PUBLISHED' });
    await createDocument(editor, { category_id: from.id });
    await createDocument(editor, { category_id: to.id, status: 'PUBLISHED' });
    expect((await remove(from.id, to.id)).status).toBe(200);
    expect((await hub.request('GET', `/documents/${id}`)).body).toMatchObject({ category: { id: to.id } });
    expect([(await see(hub.request, to.id)).content_count, (await see(editor.request, to.id)).content_count]).toEqual([
      2, 3,
    ]);
    expect(await wrongCounters()).toEqual([]);
  });

  test('rejects an unknown `move_to` and the category itself', async () => {
    const { id } = await createCategory(editor);
    await createDocument(editor, { category_id: id });
    for (const to of [id, editor.id, 'nonsense'])
      expect(await remove(id, to)).toMatchObject({ status: 400, body: { errors: [{ field: 'move_to' }] } });
    expect((await see(editor.request, id)).content_count).toBe(1);
  });

  test('a concurrent save is not lost, and counters stay exact', async () => {
    const to = await createCategory(editor);
    for (let round = 0; round < 2; round++) {
      await hub.database.query('delete from rate_limits');
      const { id } = await createCategory(editor);
      const written = (
        await Promise.all(Array.from({ length: 3 }, () => createDocument(editor, { category_id: id })))
      ).map((document) => document.id);
      const responses = await Promise.all([
        ...Array.from({ length: 4 }, () =>
          editor.request('POST', '/documents', { body: { title: 'x', content: 'y', category_id: id } }),
        ),
        ...written.map((document) =>
          editor.request('PUT', `/documents/${document}/status`, { body: { status: 'PUBLISHED' } }),
        ),
        remove(id, to.id),
      ]);
      for (const { status } of responses) expect([200, 201, 400, 409]).toContain(status);
      expect(
        (await hub.database.query('select 1 from content_items where category_id = $1', [id])).length === 0 ||
          responses.at(-1)!.status === 409,
      ).toBe(true);
    }
    expect(await wrongCounters()).toEqual([]);
  });
});
