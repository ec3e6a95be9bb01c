import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { OldSchemaDatabase } from './support/old-schema-database.js';

/* Migration20261122120000_file_counters, over files of two uploaders and of none. */

let former: OldSchemaDatabase;
const [ada, bob] = [uuidv7(), uuidv7()];
beforeAll(async () => {
  former = await OldSchemaDatabase.at('Migration20261122041000_single_line');
  await former.addUser(ada, 'Ada', 'ada');
  await former.addUser(bob, 'Bob', 'bob');
  const files: [sha256: string, size: number, uploader: string | null][] = [
    ['a', 10, ada],
    ['a', 10, bob],
    ['b', 5, ada],
    ['c', 2, null],
  ];
  for (const [digit, size, uploader] of files)
    await former.query(
      `insert into files (id, sha256, size, media_type, name, uploader_id, created_at)
       values ($1, $2, $3, 'image/webp', 'x.webp', $4, now())`,
      [uuidv7(), digit.repeat(64), size, uploader],
    );
  await former.migrate('up');
});
afterAll(() => former.close());

const counters = () =>
  former.query<{ name: string; n: string }>(`select name, n from counters where name like 'files.%'`);

test('the migration counts the bytes of all files and of each uploader', async () => {
  const expected = { [`files.bytes.${bob}`]: '10', [`files.bytes.${ada}`]: '15', 'files.bytes': '17' };
  expect(Object.fromEntries((await counters()).map(({ name, n }) => [name, n]))).toEqual(expected);
  expect((await former.findDifferences()).filter(({ name }) => name.startsWith('bytes of'))).toEqual([]);
});

test('the migration can be reverted and applied again', async () => {
  await former.migrate('down', 'Migration20261122041000_single_line');
  expect(await counters()).toEqual([]);
  await former.migrate('up');
  expect(await counters()).toHaveLength(3);
});
