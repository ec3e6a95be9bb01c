import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { createTestAppWithUsers, type TestApp } from '../../../../../test/support/test-app.js';
import type { TestUser } from '../../../../../test/support/users.js';
import { addVideo, replaceAttempt } from '../../../../../test/support/videos.js';
import { Jobs } from '../../../../platform/jobs/jobs.js';
import { VideoAttemptsService } from '../video-attempts.service.js';
import { LAST_LONG, LAST_SHORT, PROCESS_VIDEO, VideoQueueService } from '../video-queue.service.js';

let hub: TestApp;
let ada: TestUser;
let bo: TestUser;
beforeAll(async () => {
  ({ hub, ada, bo } = await createTestAppWithUsers({ ada: 'CONTRIBUTOR', bo: 'CONTRIBUTOR' }, { VIDEO_WORKERS: '0' }));
});
afterAll(() => hub.close());
beforeEach(() => hub.database.query('delete from pgboss.job where name = $1', [PROCESS_VIDEO]));

const names = new Map<string, string>();

/** Queues the job of a new video. @param seconds of a long one */
async function queue(author: TestUser, name: string, seconds?: number): Promise<string> {
  const { id } = await addVideo(author, { title: name });
  names.set(id, name);
  const job = { videoId: id, attemptId: uuidv7(), ...(seconds && { seconds }) };
  await hub.get(Jobs).send(PROCESS_VIDEO, job, { priority: seconds ? LAST_LONG : LAST_SHORT });
  return id;
}

/** The names of the waiting videos of a lane in the order in which workers fetch them. */
async function order(lane: 'short' | 'long'): Promise<string> {
  await hub.get(VideoQueueService).rank();
  const rows = await hub.database.query<{ id: string }>(
    `select data->>'videoId' as id from pgboss.job
     where name = $1 and state in ('created', 'retry') and (priority > 0) = $2 order by priority desc, created_on`,
    [PROCESS_VIDEO, lane === 'short'],
  );
  return rows.map(({ id }) => names.get(id)).join(' ');
}

const setJob = (id: string, sql: string) =>
  hub.database.query(`update pgboss.job set ${sql} where data->>'videoId' = $1`, [id]);

test('users take turns regardless of upload time, and the shorter videos of a user come first', async () => {
  for (const name of ['a1', 'a2', 'a3']) await queue(ada, name);
  for (const name of ['b1', 'b2']) await queue(bo, name);
  expect(await order('short')).toBe('a1 b1 a2 b2 a3');
  await queue(ada, 'A10h', 36_000);
  await queue(ada, 'A1h', 3600);
  await queue(bo, 'B2h', 7200);
  expect(await order('long')).toBe('A1h B2h A10h');
  expect(await order('short')).toBe('a1 b1 a2 b2 a3');
});

test('what was processed during the last day counts, and what runs', async () => {
  const done = await queue(ada, 'done');
  const old = await queue(bo, 'old');
  await queue(ada, 'a1');
  await queue(bo, 'b1');
  await queue(bo, 'b2');
  await setJob(done, `state = 'completed', started_on = now() - interval '2 hours', completed_on = now()`);
  await setJob(
    old,
    `state = 'completed', started_on = now() - interval '9 days', completed_on = now() - interval '8 days'`,
  );
  expect(await order('short')).toBe('b1 b2 a1');
  await setJob(old, `state = 'active', started_on = now() - interval '3 hours', completed_on = null`);
  expect(await order('short')).toBe('a1 b1 b2');
});

test('a long queue keeps its order behind the ranked ones, and deleted videos do not block it', async () => {
  const first = await queue(ada, 'first');
  await hub.database.query('delete from content_items where id = $1', [first]);
  await queue(ada, 'second');
  await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      hub.get(Jobs).send(PROCESS_VIDEO, { videoId: first, n }, { priority: LAST_SHORT }),
    ),
  );
  await queue(bo, 'last');
  const [one, two, three] = (await order('short')).split(' ');
  expect([one, two, three].sort()).toEqual(['first', 'last', 'second']);
});

test('a video waits among the long ones once, however often that is queued', async () => {
  const id = await queue(ada, 'long');
  const attempt = await replaceAttempt(hub, id);
  await hub.database.query('update videos set progress = 3 where item_id = $1', [id]);
  for (let n = 0; n < 2; n++) await hub.get(VideoAttemptsService).queueAsLong(attempt, 7200);
  const jobs = 'select data, priority from pgboss.job where id = $1';
  expect(await hub.database.query(jobs, [attempt.attemptId])).toEqual([
    { data: { ...attempt, seconds: 7200 }, priority: LAST_LONG },
  ]);
  expect(await hub.database.one('select progress from videos where item_id = $1', [id])).toEqual({ progress: null });
  // Of an attempt that has ended nothing is left to do.
  const superseded = { videoId: id, attemptId: uuidv7() };
  await hub.get(VideoAttemptsService).queueAsLong(superseded, 7200);
  expect(await hub.database.query(jobs, [superseded.attemptId])).toEqual([]);
});
