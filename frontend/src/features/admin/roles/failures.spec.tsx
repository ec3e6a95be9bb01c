import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { offline, ok, problem, stubApi } from '../../../../test/stub-api';
import { RoleDisplayScreen } from './display/role-display-screen';
import { RolesScreen } from './list/roles-screen';
import { PermissionsScreen } from './permissions/permissions-screen';
import { RoleStylingScreen } from './styling/role-styling-screen';

const NAME = 'GUEST_WRITER';
const role = {
  id: 'role',
  name: NAME,
  display_name: 'Guest writer',
  description: '',
  color: '#6B7280',
  priority: 30,
  is_system_role: false,
  created_at: '2026-01-01T00:00:00Z',
  abilities: { edit: true, delete: true },
};
const style = {
  role: NAME,
  display_name: 'Guest writer',
  background_color: '#6B7280',
  text_color: '#FFFFFF',
  border_color: '',
  font_weight: '600',
  font_size: '12px',
  border_radius: '4px',
  padding: '2px 8px',
  margin: '0px',
  css_class: 'role-guest-writer',
  inline_styles: '',
  is_active: true,
  show_role_badge: true,
};
const person = { ...createUser(), role: 'EDITOR', role_display_name: 'Editor' };

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

async function open(part: ReactNode) {
  const api = stubApi({
    'GET /admin/custom-roles': ok({ roles: [role, { ...role, id: 'editor', name: 'EDITOR', is_system_role: true }] }),
    'GET /admin/permissions': ok({
      permissions: [{ id: 'content.create', name: 'Create content', description: '', category: 'Content' }],
    }),
    'GET /admin/role-permissions': ok({
      role_permissions: [{ ...role, role: NAME, permissions: [], abilities: { edit: true } }],
    }),
    'GET /admin/role-styling': ok({ role_styles: [style] }),
    'GET /public/role-styling': ok({ role_styles: [style] }),
    'GET /admin/role-display-settings': ok({ visible_role_badges: [NAME] }),
    'GET /admin/role-assignments': ok({ users: [person] }),
    'GET /auth/me': ok(person),
  });
  const permissions = ['roles.manage', 'users.manage', 'permissions.manage', 'content.create'];
  await renderScreen(part, { user: createUser({ role: 'ADMIN', permissions }) });
  return api;
}

const press = (name: string) => user.click(screen.getByRole('button', { name }));
const confirm = (name: string) => user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
async function expectAlert(title: string, text: string): Promise<void> {
  const dialog = await screen.findByRole('alertdialog', { name: title });
  expect(dialog).toHaveTextContent(text);
  await user.click(within(dialog).getByRole('button', { name: 'OK' }));
}

test.each([
  ['role-display-settings', 'Failed to fetch role display settings', <RoleDisplayScreen key="display" />],
  ['role-permissions', 'Failed to fetch permissions data', <PermissionsScreen key="permissions" />],
  ['role-styling', 'Failed to fetch role styles', <RoleStylingScreen key="styling" />],
  ['custom-roles', 'Failed to fetch role management data', <RolesScreen key="roles" search={{}} />],
])('a failed request of %s is said, and can be tried again', async (path, title, part) => {
  const api = await open(null);
  const route = `GET /admin/${path}`;
  api.on(route, problem(500));
  await renderScreen(part, { user: createUser({ permissions: ['roles.manage'] }) });
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
  const before = api.sent(route).length;
  await press('Try again');
  await waitFor(() => {
    expect(api.sent(route).length).toBeGreaterThan(before);
  });
});

test('badges that are not saved stay as chosen', async () => {
  const api = await open(<RoleDisplayScreen />);
  const toggle = await screen.findByRole('switch', { name: `${NAME} Guest writer` });
  await user.click(toggle);
  api.on('PUT /admin/role-display-settings', offline);
  await press('Save Settings');
  await expectAlert('Failed to save role display settings', 'Please try again.');
  expect(toggle).not.toBeChecked();
});

test('permissions that are not saved stay as chosen', async () => {
  const api = await open(<PermissionsScreen role={NAME} />);
  const toggle = await screen.findByRole('switch', { name: /^Create content/ });
  await user.click(toggle);
  api.on(`PUT /admin/role-permissions/${NAME}`, offline);
  await press('Save permissions for Guest writer');
  await expectAlert(`Failed to save permissions for ${NAME}`, 'Please try again.');
  expect(toggle).toBeChecked();
});

test('a style that is not reset says so', async () => {
  const api = await open(<RoleStylingScreen role={NAME} />);
  await screen.findByRole('button', { name: 'Reset to default' });
  api.on(`DELETE /admin/role-styling/${NAME}`, offline);
  await press('Reset to default');
  await confirm('Reset');
  await expectAlert(`Failed to reset styling for ${NAME}`, 'Please try again.');
});

test('roles that are not created, changed or deleted say so, and the input stays', async () => {
  const api = await open(<RolesScreen search={{}} />);
  await screen.findByRole('button', { name: 'Edit Guest writer' });
  api.on('POST /admin/custom-roles', offline);
  await press('Create Role');
  const create = screen.getByRole('dialog', { name: 'Create Role' });
  await user.type(within(create).getByRole('textbox', { name: 'Name' }), 'OTHER');
  await user.type(within(create).getByRole('textbox', { name: 'Display name' }), 'The other one');
  await user.click(within(create).getByRole('button', { name: 'Create Role' }));
  expect(await within(create).findByRole('alert')).toHaveTextContent('Failed to create role');
  expect(within(create).getByRole('textbox', { name: 'Display name' })).toHaveValue('The other one');
  await user.click(within(create).getByRole('button', { name: 'Cancel' }));

  api.on('PUT /admin/custom-roles/role', offline);
  await press('Edit Guest writer');
  const edit = screen.getByRole('dialog', { name: 'Edit Role' });
  await user.type(within(edit).getByRole('textbox', { name: 'Display name' }), 's');
  await user.click(within(edit).getByRole('button', { name: 'Save role' }));
  expect(await within(edit).findByRole('alert')).toHaveTextContent('Failed to update role');
  expect(within(edit).getByRole('textbox', { name: 'Display name' })).toHaveValue('Guest writers');
  await user.click(within(edit).getByRole('button', { name: 'Cancel' }));

  api.on('DELETE /admin/custom-roles/role', offline);
  await press('Delete Guest writer');
  await confirm('Delete');
  await expectAlert('Error', 'Failed to delete role');
});

test('an assignment that fails says so, and the former role stays', async () => {
  const api = await open(<RolesScreen search={{}} />);
  const choice = await screen.findByRole('combobox', { name: `Role of ${person.name}` });
  api.on(`PUT /admin/role-assignments/${person.id}`, offline);
  await user.selectOptions(choice, NAME);
  await confirm('Change role');
  await expectAlert('Error', 'Failed to update user role');
  expect(choice).toHaveValue('EDITOR');
});
