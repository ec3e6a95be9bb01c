/** @jest-environment ./test/browser-environment.cjs */
import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi, type StubResponse } from '../../../../test/stub-api';
import { UserResults } from './user-results';

const LIST = 'GET /users';
const CHANGE = 'POST /admin/users/role';
const admin = createUser({ id: 'admin', name: 'Boss', role: 'ADMIN' });

const ignore = () => undefined;

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

const createListed = (id: string, changes: Partial<UserSummaryResponse> = {}): UserSummaryResponse => ({
  id,
  name: `Name ${id}`,
  full_name: `Name ${id}`,
  handle: id,
  email: `${id}@example.org`,
  role: 'VIEWER',
  role_display_name: 'Viewer',
  avatar_url: null,
  picture: null,
  post_count: 0,
  created_at: '2026-01-01T00:00:00Z',
  last_login_at: null,
  deactivated_at: null,
  groups: [],
  group_count: 0,
  ...changes,
});

/** 230 users: the administrator, one with more permissions, and 228 others. */
const users = [
  createListed('admin', { name: 'Boss', role: 'ADMIN' }),
  createListed('above', { email: null }),
  ...Array.from({ length: 228 }, (_, i) => createListed(`u${i}`)),
];

async function open(change: (ids: string[]) => StubResponse = () => ok({ message: 'Changed.' })) {
  const api = stubApi({
    [LIST]: ({ query }) => {
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
      const items = users.slice((page - 1) * limit, page * limit);
      return { ...ok(items), headers: { 'X-Total-Count': String(users.length) } };
    },
    [CHANGE]: ({ body }) => change((body as { user_ids: string[] }).user_ids),
  });
  await renderScreen(
    <UserResults
      search={{ q: 'name' }}
      onPage={ignore}
      onChangeRole={ignore}
      onChangeGroups={ignore}
      onSignOut={ignore}
      onErase={ignore}
    />,
    { user: admin },
  );
  // CSS shows one of them, by the width of the screen.
  const [selectPage] = await screen.findAllByRole('checkbox', { name: 'Select all users on this page' });
  await user.click(selectPage!);
  const bar = screen.getByRole('group', { name: 'Selected users' });
  expect(bar).toHaveTextContent('23 users selected');
  await user.click(within(bar).getByRole('button', { name: 'Select all 230' }));
  expect(await within(bar).findByText(/^228 users selected/)).toBeInTheDocument();
  return { api, bar };
}

async function changeAll() {
  await user.click(screen.getByRole('button', { name: 'Change role of selected' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change the role of 228 users' });
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'New role' }), 'CONTRIBUTOR');
  await user.click(within(dialog).getByRole('button', { name: 'Save role' }));
}

test('all users that match are selected, except oneself and those with more permissions', async () => {
  const { api, bar } = await open();
  expect(bar).toHaveTextContent('2 were left out: you can’t change their roles.');
  expect(within(bar).queryByRole('button', { name: /^Select all/ })).toBeNull();
  expect(api.sent(LIST).map(({ query }) => query.get('q'))).toEqual(['name', 'name', 'name', 'name']);
  expect(screen.getByRole('checkbox', { name: 'Select Boss' })).toBeDisabled();
  expect(screen.getByRole('checkbox', { name: 'Select Name above' })).toBeDisabled();
  await changeAll();
  expect(await screen.findByText('228 users have the new role')).toBeInTheDocument();
  const sent = api.sent(CHANGE).map(({ body }) => body as { user_ids: string[]; role: string });
  expect(sent.map(({ user_ids, role }) => [user_ids.length, role])).toEqual([
    [100, 'CONTRIBUTOR'],
    [100, 'CONTRIBUTOR'],
    [28, 'CONTRIBUTOR'],
  ]);
  expect(new Set(sent.flatMap(({ user_ids }) => user_ids)).size).toBe(228);
  await user.click(screen.getByRole('checkbox', { name: 'Select Name u0' }));
  expect(bar).toHaveTextContent('227 users selected');
  await user.click(within(bar).getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByRole('button', { name: 'Change role of selected' })).toBeNull();
});

test('users who can’t get the role are named; the others get it', async () => {
  const { api } = await open((ids) =>
    ids.includes('u5')
      ? problem(409, { code: 'bulk_refused', errors: [{ field: 'u5', message: 'The last administrator stays.' }] })
      : ok({ message: 'Changed.' }),
  );
  await changeAll();
  const result = await screen.findByRole('alertdialog', { name: 'Some users kept their role' });
  expect(result).toHaveTextContent('227 users have the new role');
  expect(result).toHaveTextContent('Name u5: The last administrator stays.');
  const counts = api.sent(CHANGE).map(({ body }) => (body as { user_ids: string[] }).user_ids.length);
  expect(counts).toEqual([100, 99, 100, 28]);
});

test('after a request that failed, the remaining users keep their roles', async () => {
  const { api } = await open((ids) => (ids.includes('u150') ? problem(500) : ok({ message: 'Changed.' })));
  await changeAll();
  const result = await screen.findByRole('alertdialog', { name: 'Some users kept their role' });
  expect(result).toHaveTextContent('100 users have the new role');
  expect(result).toHaveTextContent('Name u100: Please try again.');
  expect(result).toHaveTextContent('… and 108 more');
  expect(api.sent(CHANGE)).toHaveLength(2);
});
