import { afterEach, expect, test } from '@jest/globals';
import { OldSchemaDatabase } from './support/old-schema-database.js';

/* Migration20261124020000_user_administration, which gives the settings of registration other keys. */

const PREVIOUS = 'Migration20261123121000_discussions_of_merged_threads';
let former: OldSchemaDatabase;
afterEach(() => former.close());

const settings = async () =>
  Object.fromEntries(
    (
      await former.query<{ key: string; value: unknown }>(
        `select key, value from settings where key like 'auth.%' or key like 'registration.%' order by key`,
      )
    ).map(({ key, value }) => [key, value]),
  );

test.each([
  [false, 'closed'],
  [true, 'open'],
])('registration.open = %s becomes %s, and the default role stays', async (isOpen, mode) => {
  former = await OldSchemaDatabase.at(PREVIOUS);
  for (const [key, value] of Object.entries({ 'registration.open': isOpen, 'registration.default_role': 'EDITOR' }))
    await former.query('insert into settings (key, value, updated_at) values ($1, $2, now())', [
      key,
      JSON.stringify(value),
    ]);
  const before = await settings();
  await former.migrate('up');
  // Instances of the former version read the former keys until they end.
  expect(await settings()).toEqual({ ...before, 'auth.registration': mode, 'auth.default_role': 'EDITOR' });
  await former.migrate('down', PREVIOUS);
  expect(await settings()).toEqual(before);
});

test('without stored values the defaults apply', async () => {
  former = await OldSchemaDatabase.at(PREVIOUS);
  await former.migrate('up');
  expect(await settings()).toEqual({});
});
