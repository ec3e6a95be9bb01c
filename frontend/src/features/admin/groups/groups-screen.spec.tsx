import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi, type StubResponse } from '../../../../test/stub-api';
import type { GroupResponse } from '../../../api/generated/model/groupResponse';
import { GroupsScreen } from './groups-screen';

const LIST = 'GET /admin/groups';

const createGroup = (changes: Partial<GroupResponse> = {}): GroupResponse => ({
  id: 'sales',
  name: 'Sales',
  description: 'Everyone who sells',
  member_count: 2,
  source: 'hub',
  issuer_value: null,
  created_at: '2026-01-01T00:00:00Z',
  ...changes,
});
const paged = (items: object[]): StubResponse => ({
  ...ok(items),
  headers: { 'X-Total-Count': String(items.length) },
});

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

async function open(groups: GroupResponse[] = [createGroup()]) {
  const api = stubApi({ [LIST]: paged(groups), 'GET /admin/groups/sales/members': paged([]) });
  await renderScreen(<GroupsScreen search={{}} />, { user: createUser({ permissions: ['users.manage'] }) });
  return api;
}

test('lists groups with their members and source', async () => {
  const staffGroup = createGroup({ id: 'staff', name: 'Staff', description: '', source: 'issuer', member_count: 1 });
  await open([createGroup(), staffGroup]);
  expect(await screen.findByText('Everyone who sells')).toBeInTheDocument();
  const [, , staff] = screen.getAllByRole('row');
  expect(staff).toHaveTextContent(/Staff.*1 member.*From the issuer/);
});

test('a new group asks for its members first', async () => {
  const api = await open([]);
  expect(await screen.findByRole('heading', { name: 'No groups yet' })).toBeInTheDocument();
  await user.click(screen.getAllByRole('button', { name: 'New group' })[0]!);
  const dialog = within(screen.getByRole('dialog', { name: 'New group' }));
  await user.click(dialog.getByRole('button', { name: 'New group' }));
  expect(dialog.getByText('Please enter a name.')).toBeInTheDocument();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Sales');
  api.on('POST /admin/groups', ok(createGroup({ member_count: 0 }), 201));
  await user.keyboard('{Enter}');
  const members = within(await screen.findByRole('dialog', { name: 'Members of Sales' }));
  expect(await members.findByText('No members yet')).toBeInTheDocument();

  api.on('GET /users', paged([{ id: 'ada', name: 'Ada', handle: 'ada', avatar_url: null }]));
  api.on('POST /admin/groups/sales/members', ok({ message: '' }));
  await user.type(members.getByRole('combobox', { name: 'Add people' }), 'Ada');
  await members.findByRole('option', { name: /Ada/ });
  api.on('GET /admin/groups/sales/members', paged([{ id: 'ada', name: 'Ada', handle: 'ada', avatar_url: null }]));
  await user.keyboard('{Enter}');
  expect(await members.findByRole('button', { name: 'Remove Ada' })).toBeInTheDocument();
  expect(api.sent('POST /admin/groups/sales/members')[0]?.body).toEqual({ user_ids: ['ada'] });

  api.on('DELETE /admin/groups/sales/members/ada', problem(500, { detail: 'Not now.' }));
  await user.click(members.getByRole('button', { name: 'Remove Ada' }));
  expect(await members.findByRole('alert')).toHaveTextContent('Ada was not removedNot now.');
});

test('members of a group of the issuer are shown only', async () => {
  const api = await open([createGroup({ source: 'issuer' })]);
  api.on('GET /admin/groups/sales/members', paged([{ id: 'ada', name: 'Ada', handle: 'ada', avatar_url: null }]));
  await user.click(await screen.findByRole('button', { name: 'Members of Sales' }));
  const members = within(await screen.findByRole('dialog', { name: 'Members of Sales' }));
  expect(await members.findByText('Ada')).toBeInTheDocument();
  expect(members.queryByRole('combobox')).not.toBeInTheDocument();
  expect(members.queryByRole('button', { name: 'Remove Ada' })).not.toBeInTheDocument();
});

test('deleting names what the group opens, and shows why it is refused', async () => {
  const api = await open();
  const opens = [{ area: 'content', id: 'c', name: 'Contracts', level: 'write' }];
  api.on('GET /admin/groups/sales', ok({ ...createGroup(), opens }));
  await user.click(await screen.findByRole('button', { name: 'Delete Sales' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this group?' }));
  expect(await dialog.findByRole('listitem')).toHaveTextContent('Contracts (Content: write)');
  expect(dialog.getByText(/They stay limited/)).toBeInTheDocument();
  api.on('DELETE /admin/groups/sales', problem(409, { detail: 'It comes from the sign-in service.' }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('It comes from the sign-in service.');
  api.on('DELETE /admin/groups/sales', ok({ message: '' }));
  api.on(LIST, paged([]));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('heading', { name: 'No groups yet' })).toBeInTheDocument();
});

test('a list that cannot be loaded says so', async () => {
  stubApi({ [LIST]: problem(500) });
  await renderScreen(<GroupsScreen search={{}} />, { user: createUser({ permissions: ['users.manage'] }) });
  expect(await screen.findByText('The groups could not be loaded.')).toBeInTheDocument();
});
