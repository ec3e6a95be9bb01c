import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDocument } from '../../../../test/support/documents.js';
import { createForumCategory, createThread, reply } from '../../../../test/support/forum.js';
import { createRole } from '../../../../test/support/roles.js';
import { createTestAppWithUsers, type TestApp } from '../../../../test/support/test-app.js';
import type { TestUser } from '../../../../test/support/users.js';
import { waitFor } from '../../../../test/support/wait-for.js';
import { Settings } from '../../../platform/settings/settings.js';
import { outdatedDays } from '../analytics.settings.js';
import type { InsightsResponse } from '../analytics.dto.js';

let hub: TestApp;
let admin: TestUser;
let editor: TestUser;
/** may see analytics, but neither internal content nor drafts of others */
let analyst: TestUser;
beforeAll(async () => {
  ({ hub, admin, editor } = await createTestAppWithUsers({ admin: 'ADMIN', editor: 'EDITOR' }));
  analyst = await hub.users.create((await createRole(admin, ['analytics.view'])).name);
});
afterAll(() => hub.close());

const insights = async (user = editor, query = '') =>
  (await user.request<InsightsResponse>('GET', `/analytics/insights${query}`)).body;
const titles = (items: { title: string }[]) => items.map(({ title }) => title);

test('searches without a result are listed by frequency, those of the range only', async () => {
  for (const query of ['VPN  on Linux', 'vpn on linux', 'holiday request'])
    await hub.request('POST', '/search', { body: { query } });
  const found = await waitFor(
    () => insights(),
    ({ zero_result_queries }) => zero_result_queries.reduce((sum, { count }) => sum + count, 0) === 3,
  );
  const today = new Date().toISOString().slice(0, 10);
  expect(found.zero_result_queries).toEqual([
    { query: 'vpn on linux', count: 2, last_searched: today },
    { query: 'holiday request', count: 1, last_searched: today },
  ]);
  await hub.database.query(`insert into search_misses (day, query, n) values (current_date - 8, 'old', 9)`);
  expect((await insights(editor, '?range=30d')).zero_result_queries[0]).toMatchObject({ query: 'old', count: 9 });
  expect((await insights(editor, '?range=7d')).zero_result_queries.map(({ query }) => query)).not.toContain('old');
});

const listedTo = async (user: TestUser) => {
  const queries = (await insights(user)).zero_result_queries.map(({ query }) => query);
  return queries.filter((query) => query.startsWith('zqx'));
};

test('searches that found nothing are listed to those who find nothing either', async () => {
  await createDocument(editor, { title: 'Layoffs', content: 'The plan zqxsecretword' });
  await createDocument(editor, {
    title: 'Inner',
    content: 'zqxinnerword',
    visibility: 'INTERNAL',
    status: 'PUBLISHED',
  });
  for (const query of ['zqxsecretword', 'zqxinnerword', 'zqxmissingword'])
    await hub.request('POST', '/search', { body: { query } });
  // Whether the words are in a draft or an INTERNAL document does not change what the analyst sees.
  expect(await listedTo(analyst)).toEqual(['zqxinnerword', 'zqxmissingword', 'zqxsecretword']);
  expect(await listedTo(editor)).toEqual(['zqxmissingword']);
});

test('confusing content is published, visible to the reader, and ordered by reactions', async () => {
  const confuse = async (fields: object, readers: number) => {
    const { id } = await createDocument(editor, { status: 'PUBLISHED', ...fields });
    for (let n = 0; n < readers; n++)
      await (
        await hub.users.create('CONTRIBUTOR')
      ).request('POST', '/reactions', {
        body: { content_type: 'document', content_id: id, reaction_type: 'CONFUSED' },
      });
    return id;
  };
  await confuse({ title: 'Rather clear' }, 1);
  await confuse({ title: 'Unclear' }, 3);
  await confuse({ title: 'Unclear and internal', visibility: 'INTERNAL' }, 2);
  await confuse({ title: 'Clear' }, 0);
  const hidden = await confuse({ title: 'Unclear and hidden' }, 2);
  await hub.database.query('update content_items set hidden_at = now() where id = $1', [hidden]);
  const { confusing_content } = await insights();
  expect(titles(confusing_content)).toEqual(['Unclear', 'Unclear and internal', 'Rather clear']);
  expect(confusing_content[0]).toMatchObject({ content_type: 'document', confused_count: 3, url: '/docs/unclear' });
  expect(titles((await insights(analyst)).confusing_content)).toEqual(['Unclear', 'Rather clear']);
});

test('outdated content has not changed for the days of the setting', async () => {
  const age = async (title: string, days: number, fields: object = {}) => {
    const { id } = await createDocument(editor, { title, status: 'PUBLISHED', ...fields });
    await hub.database.query(
      `update content_items set created_at = now() - interval '900 days', updated_at = now() - $2 * interval '1 day'
       where id = $1`,
      [id, days],
    );
  };
  await age('Old', 200);
  await age('Older', 400);
  await age('Older and internal', 300, { visibility: 'INTERNAL' });
  await age('Old draft', 400, { status: 'DRAFT' });
  await age('Fresh', 100);
  const found = await insights();
  expect([found.outdated_days, titles(found.outdated_content)]).toEqual([180, ['Older', 'Older and internal', 'Old']]);
  expect(titles((await insights(analyst)).outdated_content)).toEqual(['Older', 'Old']);
  await hub.get(Settings).set(outdatedDays, 90, null);
  expect(titles((await insights()).outdated_content)).toEqual(['Older', 'Older and internal', 'Old', 'Fresh']);
});

test('unanswered threads have no reply, and are neither locked, solved, hidden nor deleted', async () => {
  const { id: categoryId } = await createForumCategory(admin);
  const open = await createThread(editor, categoryId, { title: 'First question' });
  await createThread(editor, categoryId, { title: 'Second question' });
  const answered = await createThread(editor, categoryId, { title: 'Answered' });
  await reply(admin, answered.id);
  const locked = await createThread(editor, categoryId, { title: 'Locked' });
  await admin.request('PUT', `/forum/threads/${locked.id}`, { body: { is_locked: true } });
  const hidden = await createThread(editor, categoryId, { title: 'Hidden' });
  await hub.database.query('update forum_threads set hidden_at = now() where id = $1', [hidden.id]);
  const deleted = await createThread(editor, categoryId, { title: 'Deleted' });
  await admin.request('DELETE', `/forum/threads/${deleted.id}`);
  const { unanswered_threads } = await insights();
  expect(titles(unanswered_threads)).toEqual(['Second question', 'First question']);
  expect(unanswered_threads[1]).toMatchObject({ id: open.id, url: `/community/thread/${open.id}` });
});
