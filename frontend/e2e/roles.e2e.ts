import { expectDialog, expectToast } from './support/dialogs.js';
import { saveDraftAndView } from './support/editor.js';
import { expect, test } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

const unique = () => Date.now().toString(36).toUpperCase();

test('a role is created, granted permissions, assigned, used, revoked, and deleted when unused', async ({ hub }) => {
  test.setTimeout(120_000);
  const mark = unique();
  const name = `GUEST_WRITER_${mark}`;
  const person = await hub.createUser('VIEWER', `Wilma ${mark}`);
  const desk = await hub.open(await hub.createUser('ADMIN'));
  const writer = await hub.open(person);
  await writer.goto('/docs');
  await expect(writer.getByRole('link', { name: 'New document' })).toHaveCount(0);

  await desk.goto('/admin/roles');
  await desk.getByRole('button', { name: 'Create Role' }).click();
  const form = desk.getByRole('dialog', { name: 'Create Role' });
  await form.getByRole('button', { name: 'Create Role' }).click();
  await expect(form.getByText('Name is required', { exact: true })).toBeVisible();
  await expect(form.getByText('Display name is required')).toBeVisible();
  const nameField = form.getByRole('textbox', { name: 'Name', exact: true });
  await expect(nameField).toBeFocused();
  await nameField.pressSequentially(`writer ${mark.toLowerCase()}`);
  await expect(nameField).toHaveValue(`WRITER_${mark}`);
  // Typing in the middle keeps the caret in place.
  await nameField.press('Home');
  await nameField.pressSequentially('guest ');
  await expect(nameField).toHaveValue(name);
  await form.getByLabel('Display name').fill(`Guest writer ${mark}`);
  await expect(form.getByRole('textbox', { name: 'Color', exact: true })).toHaveValue('#6B7280');
  await expect(form.getByLabel('Priority')).toHaveValue('50');
  await form.getByLabel('Priority').fill('101');
  await form.getByRole('button', { name: 'Create Role' }).click();
  await expect(form.getByText('A whole number from 0 to 100')).toBeVisible();
  await form.getByLabel('Priority').fill('30');
  await form.getByRole('button', { name: 'Create Role' }).click();
  await expectToast(desk, 'Role created successfully');
  // Each row of the assignments lists all roles as options, so text in a row is not specific enough.
  const row = desk.getByRole('row').filter({ has: desk.getByRole('cell', { name, exact: true }) });
  await expect(row).toContainText(`Guest writer ${mark}`);
  await expect(row.getByRole('cell', { name: '30', exact: true })).toBeVisible();
  await expect(desk.getByText(/^5 system roles · \d+ custom roles?\./)).toBeVisible();
  // System roles cannot be edited or deleted.
  const editor = desk.getByRole('row').filter({ hasText: 'Content management and forum moderation' });
  await expect(editor.getByText('System', { exact: true })).toBeVisible();
  await expect(editor.getByRole('button')).toHaveCount(0);

  await row.getByRole('link', { name: `Permissions of Guest writer ${mark}` }).click();
  await expect(desk.getByText('0 of 20 permissions granted')).toBeVisible();
  await desk.getByRole('switch', { name: 'Create content' }).check();
  await expect(desk.getByText('1 of 20 permissions granted')).toBeVisible();
  // Selecting another role keeps changes, and leaving asks for confirmation.
  await desk.getByLabel('Role', { exact: true }).selectOption('ADMIN');
  await expect(desk.getByText('20 of 20 permissions granted')).toBeVisible();
  await expect(desk.getByRole('switch', { name: 'Create content' })).toBeDisabled();
  await expect(desk.getByRole('button', { name: /^Save permissions/ })).toHaveCount(0);
  await desk.getByLabel('Role', { exact: true }).selectOption(name);
  const side = desk.getByRole('navigation', { name: 'Administration' }).filter({ visible: true });
  await side.getByRole('link', { name: 'Users' }).click();
  const question = desk.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question).toContainText(name);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(desk.getByRole('switch', { name: 'Create content' })).toBeChecked();
  await desk.getByRole('button', { name: `Save permissions for ${name}` }).click();
  await expectToast(desk, `Permissions updated for ${name}`);

  await side.getByRole('link', { name: 'Roles', exact: true }).click();
  await desk.getByLabel('Search people').fill(person.email);
  const choice = desk.getByLabel(`Role of ${person.name}`);
  await expect(choice).toHaveValue('VIEWER');
  await choice.selectOption(name);
  await desk.getByRole('alertdialog', { name: 'Change this role?' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(choice).toHaveValue('VIEWER');
  await choice.selectOption(name);
  await desk
    .getByRole('alertdialog', { name: 'Change this role?' })
    .getByRole('button', { name: 'Change role' })
    .click();
  await expectToast(desk, 'User role updated successfully');
  await expect(choice).toHaveValue(name);

  await writer.goto('/docs/create');
  await writer.getByLabel('Title', { exact: true }).fill(`By a guest writer ${mark}`);
  await writer.getByRole('textbox', { name: 'Content', exact: true }).fill('Words.');
  await saveDraftAndView(writer);
  await expect(writer.getByRole('heading', { level: 1, name: `By a guest writer ${mark}` })).toBeVisible();

  // A role in use cannot be deleted.
  await row.getByRole('button', { name: 'Delete' }).click();
  const confirmation = desk.getByRole('alertdialog', { name: 'Delete role' });
  await expect(confirmation).toContainText(
    `Are you sure you want to delete "Guest writer ${mark}"? This action cannot be undone.`,
  );
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expectDialog(desk, 'Error', 'This role cannot be deleted while users have it.');

  await side.getByRole('link', { name: 'Permissions' }).click();
  await desk.getByLabel('Role', { exact: true }).selectOption(name);
  await desk.getByRole('switch', { name: 'Create content' }).uncheck();
  await desk.getByRole('button', { name: `Save permissions for ${name}` }).click();
  await expectToast(desk, `Permissions updated for ${name}`);
  await writer.goto('/docs/create');
  await expect(writer.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(writer.getByText(name, { exact: true })).toBeVisible();
  await expect(writer.getByText(/^ADMIN, EDITOR, REVIEWER, CONTRIBUTOR/)).toBeVisible();

  await side.getByRole('link', { name: 'Roles', exact: true }).click();
  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = desk.getByRole('dialog', { name: 'Edit Role' });
  await edit.getByLabel('Display name').fill(`Columnist ${mark}`);
  await edit.getByRole('button', { name: 'Save role' }).click();
  await expectToast(desk, 'Role updated successfully');
  await expect(row).toContainText(`Columnist ${mark}`);
  await desk.getByLabel('Search people').fill(person.email);
  await choice.selectOption('VIEWER');
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Change role' }).click();
  await expectToast(desk, 'User role updated successfully');
  await row.getByRole('button', { name: 'Delete' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(desk, 'Role deleted successfully');
  await expect(row).toHaveCount(0);
});

test('the permissions open on the first role that can be edited', async ({ hub }) => {
  const desk = await hub.open(await hub.createUser('ADMIN'));
  await desk.goto('/admin/permissions');
  await expect(desk.getByLabel('Role', { exact: true })).toHaveValue('EDITOR');
  await expect(desk.getByRole('button', { name: 'Save permissions for EDITOR' })).toBeVisible();
});

test("failed role requests show the specification's messages and can be retried", async ({ hub }) => {
  test.setTimeout(60_000);
  const desk = await hub.open(await hub.createUser('ADMIN'));
  const screens = [
    ['/admin/role-display', '**/api/admin/role-display-settings', 'Failed to fetch role display settings'],
    ['/admin/permissions', '**/api/admin/role-permissions', 'Failed to fetch permissions data'],
    ['/admin/role-styling', '**/api/admin/role-styling', 'Failed to fetch role styles'],
    ['/admin/roles', '**/api/admin/custom-roles', 'Failed to fetch role management data'],
  ] as const;
  for (const [path, call, words] of screens) {
    await desk.route(call, (route) => route.fulfill({ status: 500, json: { status: 500, title: 'No', code: 'no' } }));
    await desk.goto(path);
    await expect(desk.getByRole('heading', { name: words })).toBeVisible();
    // A pending request would restore the screen before the button does.
    await waitUntilSettled(desk, 100);
    await desk.unroute(call);
    await desk.getByRole('button', { name: 'Try again' }).click();
    await expect(desk.getByRole('heading', { name: words })).toHaveCount(0);
  }
  await desk.goto('/admin/role-display');
  const reviewer = desk.getByRole('switch', { name: 'REVIEWER Reviewer' });
  await reviewer.click();
  await desk.route('**/api/admin/role-display-settings', (route) => route.abort());
  await desk.getByRole('button', { name: 'Save Settings' }).click();
  await expectDialog(desk, 'Failed to save role display settings', 'Please try again.');
  await expect(reviewer).toBeChecked();
});

test("failed role actions show the specification's messages and keep the input", async ({ hub }) => {
  test.setTimeout(60_000);
  const admin = await hub.createUser('ADMIN');
  const name = `FAILING_${unique()}`;
  await hub.api(admin, 'POST', '/admin/custom-roles', { name, display_name: `Failing ${name}` });
  const person = await hub.createUser(name);
  const desk = await hub.open(admin);
  // Reads succeed and writes fail.
  await desk.route(/\/api\/(admin|users)\//, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );

  await desk.goto(`/admin/permissions?role=${name}`);
  await desk.getByRole('switch', { name: 'Create content' }).check();
  await desk.getByRole('button', { name: `Save permissions for ${name}` }).click();
  await expectDialog(desk, `Failed to save permissions for ${name}`, 'Please try again.');
  await expect(desk.getByRole('switch', { name: 'Create content' })).toBeChecked();
  await desk.getByRole('button', { name: 'Discard changes' }).click();

  await desk.goto(`/admin/role-styling?role=${name}`);
  await desk.getByRole('button', { name: 'Reset to default' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
  await expectDialog(desk, `Failed to reset styling for ${name}`, 'Please try again.');

  await desk.goto('/admin/roles');
  await desk.getByRole('button', { name: 'Create Role' }).click();
  const create = desk.getByRole('dialog', { name: 'Create Role' });
  await create.getByRole('textbox', { name: 'Name', exact: true }).fill('OTHER');
  await create.getByLabel('Display name').fill('The other one');
  await create.getByRole('button', { name: 'Create Role' }).click();
  await expect(create.getByRole('alert')).toHaveText('Failed to create role');
  await expect(create.getByLabel('Display name')).toHaveValue('The other one');
  await create.getByRole('button', { name: 'Cancel' }).click();
  const row = desk.getByRole('row').filter({ has: desk.getByText(name, { exact: true }) });
  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = desk.getByRole('dialog', { name: 'Edit Role' });
  await edit.getByLabel('Display name').fill('Renamed');
  await edit.getByRole('button', { name: 'Save role' }).click();
  await expect(edit.getByRole('alert')).toHaveText('Failed to update role');
  await expect(edit.getByLabel('Display name')).toHaveValue('Renamed');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: 'Delete' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectDialog(desk, 'Error', 'Failed to delete role');
  await desk.getByLabel('Search people').fill(person.email);
  const choice = desk.getByLabel(`Role of ${person.name}`);
  await choice.selectOption('VIEWER');
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Change role' }).click();
  await expectDialog(desk, 'Error', 'Failed to update user role');
  await expect(choice).toHaveValue(name);

  // The user table shows custom roles by their display name.
  await desk.goto(`/admin/users?q=${person.email}`);
  const user = desk.getByRole('row').filter({ hasText: person.email });
  await expect(user.getByText(`Failing ${name}`, { exact: true })).toBeVisible();
  await user.getByRole('button', { name: 'Change Role' }).click();
  const change = desk.getByRole('dialog', { name: 'Change Role' });
  await change.getByLabel('New role').selectOption('VIEWER');
  await change.getByRole('button', { name: 'Save role' }).click();
  await expect(change.getByRole('alert')).toContainText('Error updating user role');
  await expect(change.getByLabel('New role')).toHaveValue('VIEWER');
});

test('role screens are restricted to administrators', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('EDITOR'));
  for (const path of ['/admin/role-display', '/admin/permissions', '/admin/role-styling', '/admin/roles']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(page.getByText('EDITOR', { exact: true })).toBeVisible();
    await expect(page.getByText('ADMIN', { exact: true })).toBeVisible();
  }
  const guest = await hub.open();
  await guest.goto('/admin/roles');
  await expect(guest).toHaveURL('/');
});
