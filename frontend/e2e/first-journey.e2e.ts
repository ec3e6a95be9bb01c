import { expectToast } from './support/dialogs.js';
import { admin } from './support/product-under-test.js';
import { writeContent } from './support/editor.js';
import { expect, test } from './support/hub.js';

const content = `Some words first.

## Install it

\`\`\`ts
const answer: number = 42;
\`\`\`

## Use it

More words.
`;

test('a user registers, becomes contributor and writes; an editor publishes; a guest finds and reads', async ({
  hub,
}) => {
  test.setTimeout(60_000);
  const name = `Wilma ${Date.now().toString(36)}`;
  const title = `Größe & Gewicht ${Date.now().toString(36)}`;
  const editor = await hub.createUser('EDITOR');
  const category = await hub.api<{ id: string; title: string }>(editor, 'POST', '/categories', {
    name: `Shelf of ${name}`,
    icon: '📐',
    color: '#0F766E',
  });

  const writer = await hub.open();
  await writer.goto('/login');
  await writer.getByText('Create account', { exact: true }).first().click();
  await writer.getByLabel('Email').fill(`${name.toLowerCase().replace(' ', '.')}@example.org`);
  await writer.getByLabel('Full name').fill(name);
  await writer.getByLabel('Password', { exact: true }).fill('wonderful');
  await writer.getByLabel('Confirm password').fill('wonderful');
  await writer.getByRole('button', { name: 'Create account' }).click();
  await expect(writer).toHaveURL('/');
  await expect(writer.getByRole('heading', { name: `Welcome, ${name}` })).toBeVisible();
  await writer.goto('/docs');
  await expect(writer.getByRole('link', { name: 'New document' })).toBeHidden();

  const office = await hub.open();
  await office.goto('/login');
  await office.getByLabel('Email').fill(admin.email);
  await office.getByLabel('Password', { exact: true }).fill(admin.password);
  await office.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(office).toHaveURL('/');
  await office.getByRole('button', { name: /Account of/ }).click();
  await office.getByRole('menuitem', { name: 'Admin Dashboard' }).click();
  await office.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Users' }).click();
  await office.getByLabel('Search users').fill(name);
  await office.getByRole('button', { name: `Change Role of ${name}` }).click();
  await office.getByLabel('New role').selectOption('CONTRIBUTOR');
  await office.getByRole('button', { name: 'Save role' }).click();
  await expectToast(office, 'User role updated successfully');

  await writer.reload();
  await writer.getByRole('link', { name: 'New document' }).first().click();
  await writer.getByLabel('Title', { exact: true }).fill(title);
  await expect(writer.getByLabel('Slug')).toHaveValue(/^groesse-gewicht-/);
  await writer.getByLabel('Category').selectOption(category.id);
  await writeContent(writer, content);
  await writer.getByRole('tab', { name: 'Preview' }).click();
  await expect(writer.getByRole('heading', { name: 'Install it' })).toBeVisible();
  await writer.getByRole('button', { name: 'Submit for review' }).click();
  await expect(writer.getByRole('heading', { name: title })).toBeVisible();
  await expect(writer.getByText('In review', { exact: true }).first()).toBeVisible();
  const address = new URL(writer.url()).pathname;

  const guest = await hub.open();
  const hidden = await guest.goto(address);
  expect(hidden?.status()).toBe(404);
  await expect(guest.getByText('Document Not Found')).toBeVisible();

  const desk = await hub.open(editor);
  await desk.goto('/docs');
  await desk.getByLabel('Status').selectOption('IN_REVIEW');
  await desk.getByRole('link', { name: title, exact: true }).click();
  await desk.getByRole('button', { name: 'Approve' }).click();
  await expect(desk.getByRole('main').getByText('Published', { exact: true }).first()).toBeVisible();

  await guest.goto('/docs');
  await guest.getByLabel('Category').selectOption(category.id);
  await expect(guest.getByText('1 document', { exact: true })).toBeVisible();
  await guest.getByRole('link', { name: title, exact: true }).click();
  await expect(guest.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(guest.locator('pre code')).toContainText('const answer: number = 42;');
  await expect(guest.locator('pre code .hljs-keyword').first()).toHaveText('const');
  const read = await guest.reload();
  expect(read?.status()).toBe(200);
  await expect(guest).toHaveTitle(new RegExp(title.replace(/[&]/g, '.')));
});
