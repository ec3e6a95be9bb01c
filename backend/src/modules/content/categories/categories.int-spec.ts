import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { makeCategory, write } from '../../../../test/support/documents.js';
import type { Person } from '../../../../test/support/people.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import type { CategoryResponse } from './categories.dto.js';

let hub: TestApp;
let editor: Person;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.people.create('EDITOR');
});
beforeEach(() => hub.database.query('delete from rate_limits'));
afterAll(() => hub.close());

const change = (id: string, body: object) =>
  editor.ask<CategoryResponse & { code: string; errors?: { field: string }[] }>('PUT', `/categories/${id}`, { body });
const remove = (id: string, moveTo?: string) =>
  editor.ask('DELETE', `/categories/${id}${moveTo ? `?move_to=${moveTo}` : ''}`);
const see = async (ask: TestApp['ask'], id: string) => (await ask<CategoryResponse>('GET', `/categories/${id}`)).body;
/** Counters beside the rows they stand for, as in content-counts.int-spec. */
const wrongCounters = () =>
  hub.database.query(
    `select 1 from content_counts c
     full join (select category_id, kind, status, audience, count(*)::int as n from content_items group by 1, 2, 3, 4) r
       on r.category_id is not distinct from c.category_id and (r.kind, r.status, r.audience) = (c.kind, c.status, c.audience)
     where coalesce(c.n, 0) <> coalesce(r.n, 0)`,
  );

test('in the list each is followed by those below it, in their order, and names what it stands below', async () => {
  const [late, early] = [
    await makeCategory(editor, { order_index: 2 }),
    await makeCategory(editor, { order_index: 1 }),
  ];
  // What is below would come first by its own number.
  const second = await makeCategory(editor, { order_index: 1, parent_category_id: late.id });
  const first = await makeCategory(editor, { order_index: 0, parent_category_id: late.id });
  const below = await makeCategory(editor, { order_index: 0, parent_category_id: second.id });
  const made = [early, late, first, second, below].map(({ id }) => id);
  const list = (await hub.ask<CategoryResponse[]>('GET', '/categories')).body.filter(({ id }) => made.includes(id));
  expect(list.map(({ id, parent_title }) => [id, parent_title])).toEqual([
    [early.id, null],
    [late.id, null],
    [first.id, late.name],
    [second.id, late.name],
    [below.id, second.name],
  ]);
  expect(await see(hub.ask, below.id)).toMatchObject({ parent_title: second.name });
});

describe('changing', () => {
  test('what is given changes, what is omitted stays, in both spellings', async () => {
    const parent = await makeCategory(editor);
    const { id, name } = await makeCategory(editor, {
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
    expect(await see(hub.ask, id)).toMatchObject({ title: 'By its title', description: 'After', color: '#112233' });
  });

  test('a name beside one that has it is refused, in another letter case too', async () => {
    const [one, other] = [await makeCategory(editor), await makeCategory(editor)];
    expect(await change(one.id, { name: other.name.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'category_exists', errors: [{ field: 'name' }] },
    });
    expect(await see(hub.ask, one.id)).toMatchObject({ name: one.name });
  });

  test('no category stands below itself, however long the way', async () => {
    const [top, middle] = [await makeCategory(editor), await makeCategory(editor)];
    const bottom = await makeCategory(editor, { parent_category_id: middle.id });
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

  test('two moves at the same moment make no circle', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await makeCategory(editor), await makeCategory(editor)];
      const answers = await Promise.all([
        change(one.id, { parent_category_id: other.id }),
        change(other.id, { parent_category_id: one.id }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  test('is in the audit log, as is making one', async () => {
    const { id, name } = await makeCategory(editor, { color: '#112233' });
    await change(id, { name: `${name} anew` });
    const made = { name, description: '', icon: '', color: '#112233', parent_category_id: null, order_index: 0 };
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

  test('one that does not exist is 404', async () => {
    expect((await change(editor.id, { name: 'x' })).status).toBe(404);
    expect((await change('nonsense', { name: 'x' })).status).toBe(404);
  });
});

describe('deleting', () => {
  test('an empty one goes, is in the audit log, and its subcategories move up', async () => {
    const top = await makeCategory(editor);
    const { id, name } = await makeCategory(editor, { parent_category_id: top.id });
    const below = await makeCategory(editor, { parent_category_id: id });
    expect(await remove(id)).toMatchObject({ status: 200, body: { message: 'Category deleted successfully!' } });
    expect((await hub.ask('GET', `/categories/${id}`)).status).toBe(404);
    expect(await see(hub.ask, below.id)).toMatchObject({ parent_category_id: top.id });
    expect(
      await hub.database.query(
        `select actor_id, before ->> 'name' as name from audit_log where action = 'category.deleted' and subject_id = $1`,
        [id],
      ),
    ).toEqual([{ actor_id: editor.id, name }]);
    expect((await remove(id)).status).toBe(404);
  });

  test('a subcategory whose name is taken above holds it up', async () => {
    const { id } = await makeCategory(editor);
    const below = await makeCategory(editor, { parent_category_id: id });
    await makeCategory(editor, { name: below.name });
    expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'category_exists' } });
    expect(await see(hub.ask, below.id)).toMatchObject({ parent_category_id: id });
  });

  test('one with content stays, and the answer says how much there is', async () => {
    const { id, name } = await makeCategory(editor);
    await makeCategory(editor, { parent_category_id: id });
    await write(editor, { category_id: id, status: 'PUBLISHED' });
    await write(editor, { category_id: id });
    expect(await remove(id)).toMatchObject({
      status: 409,
      body: {
        code: 'category_in_use',
        documents: 2,
        videos: 0,
        subcategories: 1,
        detail: `"${name}" still has 2 documents. Please choose a category to move them to.`,
      },
    });
    expect((await see(editor.ask, id)).content_count).toBe(2);
  });

  test('with a place to go its content moves there, counters and all', async () => {
    const [from, to] = [await makeCategory(editor), await makeCategory(editor)];
    const { id } = await write(editor, { category_id: from.id, status: 'PUBLISHED' });
    await write(editor, { category_id: from.id });
    await write(editor, { category_id: to.id, status: 'PUBLISHED' });
    expect((await remove(from.id, to.id)).status).toBe(200);
    expect((await hub.ask('GET', `/documents/${id}`)).body).toMatchObject({ category: { id: to.id } });
    expect([(await see(hub.ask, to.id)).content_count, (await see(editor.ask, to.id)).content_count]).toEqual([2, 3]);
    expect(await wrongCounters()).toEqual([]);
  });

  test('nowhere and itself are no places to go', async () => {
    const { id } = await makeCategory(editor);
    await write(editor, { category_id: id });
    for (const to of [id, editor.id, 'nonsense'])
      expect(await remove(id, to)).toMatchObject({ status: 400, body: { errors: [{ field: 'move_to' }] } });
    expect((await see(editor.ask, id)).content_count).toBe(1);
  });

  test('what is written into it at the same moment is not lost, and counters stay right', async () => {
    const to = await makeCategory(editor);
    for (let round = 0; round < 4; round++) {
      await hub.database.query('delete from rate_limits');
      const { id } = await makeCategory(editor);
      const written = (await Promise.all(Array.from({ length: 3 }, () => write(editor, { category_id: id })))).map(
        (document) => document.id,
      );
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () =>
          editor.ask('POST', '/documents', { body: { title: 'x', content: 'y', category_id: id } }),
        ),
        ...written.map((document) =>
          editor.ask('PUT', `/documents/${document}/status`, { body: { status: 'PUBLISHED' } }),
        ),
        remove(id, to.id),
      ]);
      for (const { status } of answers) expect([200, 201, 400, 409]).toContain(status);
      expect(
        (await hub.database.query('select 1 from content_items where category_id = $1', [id])).length === 0 ||
          answers.at(-1)!.status === 409,
      ).toBe(true);
    }
    expect(await wrongCounters()).toEqual([]);
  });
});
