import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ExternalSignIn } from '../../../../test/support/external-sign-in.js';
import { Settings } from '../../../platform/settings/settings.js';
import { issuerGroups, issuerGroupsClaim } from '../registration-settings.js';

let flow: ExternalSignIn;
beforeAll(async () => {
  flow = await ExternalSignIn.create();
});
afterAll(() => flow.close());

const set = async (claim: string, groups: string[]) => {
  await flow.hub.get(Settings).set(issuerGroupsClaim, claim, null);
  await flow.hub.get(Settings).set(issuerGroups, groups, null);
};
const groupsOf = async (id: string) =>
  (
    await flow.hub.database.query<{ name: string }>(
      'select g.name from group_members m join groups g on g.id = m.group_id where m.user_id = $1 order by g.name',
      [id],
    )
  ).map(({ name }) => name);

let subject: string;
const signIn = async (groups: unknown) => {
  flow.issuer.accounts.set(subject, { ...flow.issuer.accounts.get(subject), groups });
  return groupsOf((await flow.openSession(subject)).body.user.id);
};
beforeEach(async () => {
  ({ subject } = flow.createAccount());
  await set('groups', ['sales', 'board', '7']);
});

test('each sign-in makes the user a member of what the claim and the settings name, and of nothing else', async () => {
  expect(await signIn(['sales', 'unknown'])).toEqual(['sales']);
  expect(await signIn(['board', 'sales', 7])).toEqual(['7', 'board', 'sales']);
  expect(await signIn('board')).toEqual(['board']);
  expect(await signIn(Array.from({ length: 10_000 }, (_, n) => `group-${n}`).concat('sales'))).toEqual(['sales']);
  expect(await signIn([])).toEqual([]);
  expect(await signIn(['board'])).toEqual(['board']);
  // A claim that is missing names no group.
  expect(await signIn(undefined)).toEqual([]);
});

test('groups stay while no claim is configured', async () => {
  expect(await signIn(['sales'])).toEqual(['sales']);
  await set('', ['sales']);
  expect(await signIn(['board'])).toEqual(['sales']);
});

test('groups of the hub stay as administrators chose them, also of the same name', async () => {
  const admin = await flow.hub.users.create('ADMIN');
  const group = await admin.request<{ id: string }>('POST', '/admin/groups', { body: { name: 'Legal' } });
  await set('groups', ['legal']);
  expect(await signIn(['legal'])).toEqual(['legal (Google)']);
  const [{ user_id } = { user_id: '' }] = await flow.hub.database.query<{ user_id: string }>(
    'select user_id from external_identities where subject = $1',
    [subject],
  );
  await admin.request('PUT', `/admin/groups/${group.body.id}/members`, { body: { user_ids: [user_id] } });
  expect(await signIn([])).toEqual(['Legal']);
});
