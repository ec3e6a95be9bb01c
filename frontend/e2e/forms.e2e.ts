import { expectContent, saveDraftAndView, writeContent } from './support/editor.js';
import { expect, test } from './support/hub.js';

/** Whether an element is visible to the user, with nothing on top of it. */
function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

test('registration shows validation errors and keeps the input', async ({ hub }) => {
  const taken = await hub.createUser();
  const page = await hub.open();
  await page.goto('/login');
  await page.getByText('Create account', { exact: true }).first().click();
  const submit = page.getByRole('button', { name: 'Create account' });
  await submit.click();
  await expect(page.getByText('All fields are required')).toBeVisible();
  for (const name of ['Email', 'Full name', 'Confirm password']) await page.getByLabel(name).fill('   ');
  await page.getByLabel('Password', { exact: true }).fill('      ');
  await submit.click();
  await expect(page.getByText('All fields are required')).toBeVisible();
  for (const name of ['Email', 'Full name', 'Confirm password']) {
    await expect(page.getByLabel(name)).toHaveAttribute('aria-invalid', 'true');
  }
  await page.getByLabel('Email').fill(taken.email);
  await page.getByLabel('Full name').fill('Nora');
  await page.getByLabel('Password', { exact: true }).fill('abcdef');
  await page.getByLabel('Confirm password').fill('abcdeg');
  await submit.click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('abc');
  await page.getByLabel('Confirm password').fill('abc');
  await submit.click();
  await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('abcdef');
  await page.getByLabel('Confirm password').fill('abcdef');
  await submit.click();
  await expect(page.getByText('An account with this email address already exists.')).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('Nora');
  await page.getByText('Sign in', { exact: true }).first().click();
  await expect(page.getByLabel('Email')).toHaveValue('');
});

test('signing in handles a wrong password, a lost connection and the 30-day session', async ({ hub }) => {
  const person = await hub.createUser();
  const page = await hub.open();
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('  ');
  await page.getByLabel('Password', { exact: true }).fill('words');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('All fields are required')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  const submit = page.getByRole('button', { name: 'Sign in', exact: true });
  await submit.click();
  await expect(page.getByText('Invalid email or password.')).toBeVisible();
  await page.route('**/api/auth/login-manual', (route) => route.abort());
  await submit.click();
  await expect(
    page.getByText('Network connection failed. Please check your internet connection and try again.'),
  ).toBeVisible();
  await page.unroute('**/api/auth/login-manual');
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Remember me for 30 days').check();
  await submit.click();
  await expect(page).toHaveURL('/');
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'session_token');
  expect(cookie?.httpOnly).toBe(true);
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 86_400);
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
});

test('a rejected document keeps all fields, and a taken slug gets a suggestion', async ({ hub }) => {
  const writer = await hub.createUser('CONTRIBUTOR');
  const title = `Twice ${Date.now()}`;
  const first = await hub.api<{ slug: string }>(writer, 'POST', '/documents', { title, content: 'first' });
  const page = await hub.open(writer);
  await page.goto('/docs/create');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('x'.repeat(201));
  await writeContent(page, 'The words I do not want to lose');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('At most 200 characters are allowed; this has 201.')).toBeVisible();
  await expectContent(page, 'The words I do not want to lose');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Slug').fill(first.slug);
  await page.getByRole('button', { name: 'Save draft' }).click();
  const offer = page.getByRole('button', { name: new RegExp(`Use “${first.slug}-2”`) });
  await expect(offer).toBeVisible();
  expect(await offer.evaluate(isUncovered)).toBe(true);
  await offer.click();
  await saveDraftAndView(page);
  await expect(page).toHaveURL(`/docs/${first.slug}-2`);
});

test('leaving with unsaved text asks for confirmation, and a conflicting save keeps both texts', async ({ hub }) => {
  const writer = await hub.createUser('CONTRIBUTOR');
  const document = await hub.api<{ id: string; slug: string }>(writer, 'POST', '/documents', {
    title: `Both ${Date.now()}`,
    content: 'the beginning',
  });
  const page = await hub.open(writer);
  await page.goto(`/docs/${document.id}/edit`);
  await writeContent(page, 'my words');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectContent(page, 'my words');
  await hub.api(writer, 'PUT', `/admin/documents/${document.id}`, { content: 'their words', summary: 'Their summary' });
  await page.getByRole('button', { name: 'Save draft' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog.getByText('their words')).toBeVisible();
  await expect(dialog.getByText('my words')).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Document updated successfully!')).toBeVisible();
  await expectContent(page, 'my words');
  await page.getByRole('link', { name: 'View document' }).click();
  await expect(page.getByRole('article').getByText('my words')).toBeVisible();
  // Fields not edited here keep their stored values.
  await expect(page.getByRole('main').getByText('Their summary')).toBeVisible();
});

test("deleting asks once with the document's title and focuses the cancel button", async ({ hub }) => {
  const writer = await hub.createUser('CONTRIBUTOR');
  const title = `Gone ${Date.now()}`;
  const document = await hub.api<{ slug: string }>(writer, 'POST', '/documents', { title, content: 'words' });
  const page = await hub.open(writer);
  await page.goto(`/docs/${document.slug}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(
    page.getByText(`Are you sure you want to delete "${title}"? This action cannot be undone.`),
  ).toBeVisible();
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Document deleted successfully!')).toBeVisible();
  const response = await page.goto(`/docs/${document.slug}`);
  expect(response?.status()).toBe(404);
});

test('authors without the permission cannot change INTERNAL but save everything else', async ({ hub }) => {
  const [author, editor] = [await hub.createUser('CONTRIBUTOR'), await hub.createUser('EDITOR')];
  const { id } = await hub.api<{ id: string }>(author, 'POST', '/documents', { title: 'House rules', content: 'Text' });
  const page = await hub.open(author);
  await page.goto(`/docs/${id}/edit`);
  const visibility = page.getByLabel('Visibility');
  await expect(visibility).toBeEnabled();
  await expect(visibility.getByRole('option')).toHaveText(['Public', 'Members only']);
  await visibility.selectOption('LOGGED_IN');
  await page.getByLabel('Summary').fill('Typed before');

  // An editor changes the visibility meanwhile; the author's save meets the new rule.
  await hub.api(editor, 'PUT', `/admin/documents/${id}`, { visibility: 'INTERNAL' });
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Document updated successfully!')).toBeVisible();
  expect(await hub.api(editor, 'GET', `/documents/${id}`)).toMatchObject({
    visibility: 'INTERNAL',
    summary: 'Typed before',
  });

  await page.goto(`/docs/${id}/edit`);
  await expect(visibility).toBeDisabled();
  await expect(visibility).toHaveValue('INTERNAL');
  await expect(page.getByText('Your role can’t change the visibility of internal documents.')).toBeVisible();
  await page.getByLabel('Summary').fill('Typed after');
  await saveDraftAndView(page);
  await expect(page).toHaveURL(/\/docs\/house-rules/);
  expect(await hub.api(editor, 'GET', `/documents/${id}`)).toMatchObject({
    visibility: 'INTERNAL',
    summary: 'Typed after',
  });

  const chief = await hub.open(editor);
  await chief.goto(`/docs/${id}/edit`);
  await expect(chief.getByLabel('Visibility')).toBeEnabled();
  await expect(chief.getByLabel('Visibility').getByRole('option')).toHaveCount(3);
});
