import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCategory, createDocument } from '../../../test/support/documents.js';
import type { TestUser } from '../../../test/support/users.js';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';

let hub: TestApp;
let editor: TestUser;
beforeAll(async () => {
  hub = await createTestApp();
  editor = await hub.users.create('EDITOR');
  await hub.database.query('create table recorded_timeouts (command text, statement text, lock text)');
  await hub.database.query(`create function record_timeouts() returns trigger language plpgsql as $$ begin
    insert into recorded_timeouts values (
      tg_table_name || ' ' || lower(tg_op), current_setting('statement_timeout'), current_setting('lock_timeout')
    );
    return null;
  end $$`);
  for (const table of ['content_items', 'content_categories'])
    await hub.database.query(
      `create trigger record_timeouts after update or delete on ${table}
       for each statement execute function record_timeouts()`,
    );
});
afterAll(() => hub.close());

async function timeoutsOf(work: () => Promise<{ status: number }>) {
  await hub.database.query('delete from recorded_timeouts');
  expect((await work()).status).toBe(200);
  return hub.database.query<{ command: string }>('select distinct command, statement, lock from recorded_timeouts');
}

const bulk = { statement: '1min', lock: '1min' };

test('deleting a category has time for all of its content', async () => {
  const [from, to] = [await createCategory(editor), await createCategory(editor)];
  await createDocument(editor, { category_id: from.id });
  const timeouts = await timeoutsOf(() => editor.request('DELETE', `/categories/${from.id}?move_to=${to.id}`));
  expect(timeouts).toContainEqual({ command: 'content_items update', ...bulk });
  expect(timeouts).toContainEqual({ command: 'content_categories delete', ...bulk });
});

test('deleting a document has time for all of its comments and views', async () => {
  const { id } = await createDocument(editor);
  const timeouts = await timeoutsOf(() => editor.request('DELETE', `/admin/documents/${id}`));
  expect(timeouts).toContainEqual({ command: 'content_items delete', ...bulk });
});

test('other commands keep the limits of requests', async () => {
  const { id } = await createDocument(editor);
  const timeouts = await timeoutsOf(() =>
    editor.request('PUT', `/admin/documents/${id}`, { body: { title: 'Other' } }),
  );
  expect(timeouts).toEqual([{ command: 'content_items update', statement: '8s', lock: '4s' }]);
});
