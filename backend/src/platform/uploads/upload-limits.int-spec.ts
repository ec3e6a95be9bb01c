import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UploadClient, videoBytes } from '../../../test/support/resumable-uploads.js';
import { createTestApp, type TestApp } from '../../../test/support/test-app.js';
import type { TestUser } from '../../../test/support/users.js';
import { Actor } from '../access/actor.js';
import { Settings } from '../settings/settings.js';
import { uploadQuota } from './upload-limits.js';
import { UploadStorage } from './upload-storage.js';
import { UploadsService } from './uploads.service.js';

const MB = 1024 ** 2;

let hub: TestApp;
let author: TestUser;
let uploads: UploadsService;
beforeAll(async () => {
  hub = await createTestApp({ MAX_VIDEO_MB: '40' });
  author = await hub.users.create('CONTRIBUTOR');
  uploads = hub.get(UploadsService);
  await hub.get(Settings).set(uploadQuota, 50, null);
});
afterAll(() => hub.close());

const actorOf = ({ id, name, role, permissions }: TestUser) =>
  Actor.user({ id, name, role, permissions, sessionId: null });
const begin = (size: number) => uploads.begin(actorOf(author), { id: randomUUID(), name: 'holiday.mp4', size });

test('idle uploads give way only to one that fits then, and complete ones to none', async () => {
  const client = new UploadClient(author.request);
  const complete = await client.upload(videoBytes(6000));
  const idle = await client.create(10 * MB);
  await hub.database.query(
    `update uploads set created_at = now() - interval '1 hour', active_at = null where id = any($1::uuid[])`,
    [[complete, idle]],
  );
  await client.create(20 * MB);
  const stored = () => hub.get<UploadStorage>(UploadStorage as never).list();

  await expect(begin(40 * MB)).rejects.toMatchObject({ status: 413, code: 'upload_quota_reached' });
  expect([await client.offset(idle), await stored()]).toEqual([0, expect.arrayContaining([idle])]);

  // The storage of the hub is full.
  const other = await new UploadClient((await hub.users.create('EDITOR')).request).create(6000);
  const receive = 'update uploads set size = $2, received = $2 where id = $1';
  await hub.database.query(receive, [other, 100 * 1024 ** 3]);
  await expect(begin(25 * MB)).rejects.toMatchObject({ status: 413, code: 'quota_reached' });
  expect([await client.offset(idle), await stored()]).toEqual([0, expect.arrayContaining([idle])]);
  await hub.database.query(receive, [other, 6000]);

  await begin(25 * MB);
  expect((await client.head(idle)).status).toBe(404);
  expect(await stored()).not.toContain(idle);
  expect(await uploads.requireFinished(actorOf(author), complete)).toMatchObject({ size: 6000 });
});
