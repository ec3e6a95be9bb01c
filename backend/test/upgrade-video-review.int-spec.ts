import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import { OldSchemaDatabase } from './support/old-schema-database.js';

/* Migration20261127052000_video_review_default, which keeps the former default of hubs with users. */

const PREVIOUS = 'Migration20261127005600_comment_replies';
let former: OldSchemaDatabase;
afterEach(() => former.close());

const stored = () => former.query(`select value from settings where key = 'content.review_videos'`);
const addUser = () => former.addUser(randomUUID(), 'Ada', 'ada');

test('a hub with users keeps publishing videos without review', async () => {
  former = await OldSchemaDatabase.at(PREVIOUS);
  await addUser();
  await former.migrate('up');
  expect(await stored()).toEqual([{ value: false }]);
});

test('what administrators have chosen stays, and a new hub has the default', async () => {
  former = await OldSchemaDatabase.at(PREVIOUS);
  await former.migrate('up');
  expect(await stored()).toEqual([]);
  await former.migrate('down', PREVIOUS);
  await addUser();
  await former.query(`insert into settings (key, value, updated_at) values ('content.review_videos', 'true', now())`);
  await former.migrate('up');
  expect(await stored()).toEqual([{ value: true }]);
});
