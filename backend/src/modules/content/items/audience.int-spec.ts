import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { Actor } from '../../../platform/access/actor.js';
import { audienceOf, audienceSql, audiencesOf } from './audience.js';
import { documentStatuses, videoStatuses, visibilities } from './enums.js';

let hub: TestApp;
let authorId: string;
beforeAll(async () => {
  hub = await createTestApp();
  authorId = (await hub.users.create('CONTRIBUTOR')).id;
});
afterAll(() => hub.close());

const moment = fc.option(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }));
const item = fc.record({
  status: fc.constantFrom(...documentStatuses, ...videoStatuses),
  visibility: fc.constantFrom(...visibilities),
  hiddenAt: moment,
  publishedAt: moment,
});
type Item = typeof item extends fc.Arbitrary<infer T> ? T : never;

/** What the generated column says about such items. */
async function storedAudiences(items: Item[]): Promise<string[]> {
  const rows = items.map((of) => ({ id: randomUUID(), ...of }));
  const stored = await hub.database.query<{ id: string; audience: string }>(
    `insert into content_items (
       id, kind, slug, title, summary, author_id, difficulty, visibility, status, hidden_at, published_at, tags,
       meta_title, meta_description, version, view_count, like_count, helpful_count, bookmark_count, confused_count,
       created_at)
     select r.id, 'document', r.id, '', '', $2, 'BEGINNER', r.visibility, r.status, r."hiddenAt", r."publishedAt", '{}',
            '', '', 1, 0, 0, 0, 0, 0, now()
     from jsonb_to_recordset($1::jsonb)
       as r(id uuid, visibility text, status text, "hiddenAt" timestamptz, "publishedAt" timestamptz)
     returning id, ${audienceSql('content_items')} as audience`,
    [JSON.stringify(rows), authorId],
  );
  const byId = new Map(stored.map(({ id, audience }) => [id, audience]));
  return rows.map(({ id }) => byId.get(id) ?? 'missing');
}

test('code and generated column agree for every combination', async () => {
  const sometimes = [null, new Date('2026-01-01')];
  const all = [...documentStatuses, ...videoStatuses].flatMap((status) =>
    visibilities.flatMap((visibility) =>
      sometimes.flatMap((hiddenAt) => sometimes.map((publishedAt) => ({ status, visibility, hiddenAt, publishedAt }))),
    ),
  );
  expect(await storedAudiences(all)).toEqual(all.map(audienceOf));
});

test('hiding an unpublished item does not change its audience', () => {
  const hiddenAt = new Date();
  const of = (status: Item['status'], publishedAt: Date | null = null) =>
    audienceOf({ status, visibility: 'PUBLIC', hiddenAt, publishedAt });
  for (const status of ['DRAFT', 'ARCHIVED', 'PROCESSING', 'ERROR'] as const)
    expect([status, of(status), of(status, hiddenAt)]).toEqual([status, 'RESTRICTED', 'RESTRICTED']);
  expect([of('PUBLISHED'), of('READY', hiddenAt), of('READY'), of('IN_REVIEW')]).toEqual([
    'HIDDEN',
    'HIDDEN',
    'REVIEW',
    'REVIEW',
  ]);
});

test('code and generated column agree for random items', async () => {
  const check = fc.asyncProperty(fc.array(item, { minLength: 10, maxLength: 40 }), async (items) => {
    expect(await storedAudiences(items)).toEqual(items.map(audienceOf));
  });
  await fc.assert(check, { numRuns: 15 });
});

const holder = (...permissions: string[]) =>
  audiencesOf(Actor.user({ id: randomUUID(), name: 'x', role: 'CUSTOM', permissions, sessionId: null }));

test('each permission adds its audiences and no others', () => {
  expect(audiencesOf(Actor.guest)).toEqual(['PUBLIC']);
  expect(holder()).toEqual(['PUBLIC', 'LOGGED_IN']);
  expect(holder('content.create', 'content.delete_any', 'content.set_internal', 'users.manage')).toEqual([
    'PUBLIC',
    'LOGGED_IN',
  ]);
  expect(holder('content.view_internal')).toEqual(['PUBLIC', 'LOGGED_IN', 'INTERNAL']);
  expect(holder('content.view_internal', 'moderation.handle')).toEqual([
    'PUBLIC',
    'LOGGED_IN',
    'REVIEW',
    'HIDDEN',
    'INTERNAL',
    'REVIEW_INTERNAL',
    'HIDDEN_INTERNAL',
  ]);
  for (const permission of ['content.publish', 'content.edit_any'])
    expect(holder(permission)).toEqual(['PUBLIC', 'LOGGED_IN', 'RESTRICTED', 'REVIEW', 'HIDDEN']);
  expect(holder('moderation.handle')).toEqual(['PUBLIC', 'LOGGED_IN', 'REVIEW', 'HIDDEN']);
  expect(holder('moderation.handle', 'content.publish')).toEqual([
    'PUBLIC',
    'LOGGED_IN',
    'RESTRICTED',
    'REVIEW',
    'HIDDEN',
  ]);
});
