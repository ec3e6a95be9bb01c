import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createCategory, createDocument } from '../../../../test/support/documents.js';
import { addVideo } from '../../../../test/support/videos.js';
import type { TestUser } from '../../../../test/support/users.js';
import { type TestApp, createTestAppWithUsers } from '../../../../test/support/test-app.js';
import { getAudience, audienceSql, documentStatuses, videoStatuses, visibilities } from '../audience/audience.js';
import { randomUUID } from 'node:crypto';

let hub: TestApp;
let editor: TestUser;
let categories: (string | null)[];
beforeAll(async () => {
  ({ hub, editor } = await createTestAppWithUsers({ editor: 'EDITOR' }));
  categories = [null, (await createCategory(editor)).id, (await createCategory(editor)).id];
});
afterAll(() => hub.close());

/** Counters that differ from the number of rows. */
async function findWrongCounters(): Promise<object[]> {
  return hub.database.query(
    `select coalesce(c.n, 0) as counted, coalesce(r.n, 0) as real, coalesce(c.status, r.status) as status,
            coalesce(c.audience, r.audience) as audience
     from content_counts c
     full join (
       select i.category_id, i.kind, i.status, ${audienceSql('i')} as audience, count(*)::int as n
       from content_items i where i.deleted_at is null group by 1, 2, 3, 4
     ) r
       on r.category_id is not distinct from c.category_id
         and (r.kind, r.status, r.audience) = (c.kind, c.status, c.audience)
     where coalesce(c.n, 0) <> coalesce(r.n, 0)`,
  );
}

/** This test writes faster than the rate limit for users allows. */
const resetRateLimits = () => hub.database.query('delete from rate_limits');

const commandArbitrary = fc.record({
  kind: fc.constantFrom('write', 'edit', 'move', 'delete', 'refused'),
  which: fc.nat(5),
  category: fc.nat(2),
  status: fc.constantFrom(...documentStatuses),
  visibility: fc.constantFrom(...visibilities),
});
type Command = typeof commandArbitrary extends fc.Arbitrary<infer T> ? T : never;

async function perform(ids: string[], { kind, which, category, status, visibility }: Command): Promise<void> {
  const fields = { category_id: categories[category], visibility, status };
  const id = ids[which % Math.max(1, ids.length)];
  if (kind === 'write' || !id) return void ids.push((await createDocument(editor, fields)).id);
  const commands = {
    edit: () => editor.request('PUT', `/admin/documents/${id}`, { body: fields }),
    move: () => editor.request('PUT', `/documents/${id}/status`, { body: { status } }),
    delete: () => editor.request('DELETE', `/admin/documents/${id}`),
    // The item has moved in the transaction before its version is found stale or its category missing.
    refused: () => editor.request('PUT', `/admin/documents/${id}`, { body: { ...fields, slug: 'create' } }),
  };
  const response = await commands[kind]();
  expect([200, 404, 409]).toContain(response.status);
}

test('counters equal rows after any sequence of commands', async () => {
  const check = fc.asyncProperty(fc.array(commandArbitrary, { minLength: 3, maxLength: 12 }), async (commands) => {
    await resetRateLimits();
    const ids: string[] = [];
    for (const one of commands) await perform(ids, one);
    expect(await findWrongCounters()).toEqual([]);
  });
  await fc.assert(check, { numRuns: 8 });
});

test('counters equal rows after 40 concurrent commands', async () => {
  await resetRateLimits();
  const ids: string[] = [];
  for (let i = 0; i < 6; i++)
    ids.push((await createDocument(editor, { status: 'PUBLISHED', category_id: categories[i % 3] })).id);
  const commands = fc.sample(commandArbitrary, { numRuns: 40, seed: 20261120 });
  await Promise.all(commands.map((one) => perform([...ids], one)));
  expect(await findWrongCounters()).toEqual([]);
  const { headers } = await editor.request('GET', '/documents');
  const [rows] = await hub.database.query<{ n: number }>(
    'select count(*)::int as n from content_items where deleted_at is null',
  );
  expect(headers['x-total-count']).toBe(String(rows!.n));
});

test('a video that is created hidden is counted as such', async () => {
  const { status } = await addVideo(editor, { status: 'ERROR', category_id: categories[1], tags: ['Hidden'] });
  expect(status).toBe('ERROR');
  expect(await findWrongCounters()).toEqual([]);
});

/** What the generated column says about such items. */
async function storedAudiences(items: Parameters<typeof getAudience>[0][]): Promise<string[]> {
  const rows = items.map((of) => ({ id: randomUUID(), ...of }));
  const stored = await hub.database.query<{ id: string; audience: string }>(
    `insert into content_items (
       id, kind, slug, title, summary, author_id, difficulty, visibility, status, hidden_at, published_at, tags,
       meta_title, meta_description, version, view_count, like_count, helpful_count, bookmark_count, confused_count,
       created_at, is_template)
     select r.id, 'document', r.id, '', '', $2, 'BEGINNER', r.visibility, r.status, r.hidden_at, r.published_at, '{}',
            '', '', 1, 0, 0, 0, 0, 0, now(), r.is_template
     from jsonb_to_recordset($1::jsonb)
       as r(id uuid, visibility text, status text, hidden_at timestamptz, published_at timestamptz, is_template boolean)
     returning id, ${audienceSql('content_items')} as audience`,
    [JSON.stringify(rows), editor.id],
  );
  const byId = new Map(stored.map(({ id, audience }) => [id, audience]));
  return rows.map(({ id }) => byId.get(id) ?? 'missing');
}

test('code and generated column agree for every combination', async () => {
  const sometimes = [null, new Date('2026-01-01')];
  const all = [...documentStatuses, ...videoStatuses].flatMap((status) =>
    visibilities.flatMap((visibility) =>
      sometimes.flatMap((hidden_at) =>
        sometimes.flatMap((published_at) =>
          [false, true].map((is_template) => ({ status, visibility, hidden_at, published_at, is_template })),
        ),
      ),
    ),
  );
  expect(await storedAudiences(all)).toEqual(all.map(getAudience));
});
