import { expectDialog, expectToast } from './support/dialogs.js';
import { saveDraftAndView } from './support/editor.js';
import { expect, test } from './support/hub.js';

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
  await expect(form.getByText('0 to 100', { exact: true })).toBeVisible();
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
  await expect(question).toContainText(`Guest writer ${mark}`);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(desk.getByRole('switch', { name: 'Create content' })).toBeChecked();
  await desk.getByRole('button', { name: `Save permissions for Guest writer ${mark}` }).click();
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
  // The first role that can be edited.
  await expect(desk.getByLabel('Role', { exact: true })).toHaveValue('EDITOR');
  await desk.getByLabel('Role', { exact: true }).selectOption(name);
  await desk.getByRole('switch', { name: 'Create content' }).uncheck();
  await desk.getByRole('button', { name: `Save permissions for Guest writer ${mark}` }).click();
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
