import { expectContent, writeContent } from './support/editor.js';
import { expect, test } from './support/hub.js';

/** Whether somebody who looks at the screen sees it: nothing lies over it. */
function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

test('registration says what is wrong and keeps what was typed', async ({ hub }) => {
  const taken = await hub.createPerson();
  const page = await hub.open();
  await page.goto('/login');
  await page.getByText('Create account', { exact: true }).first().click();
  const submit = page.getByRole('button', { name: 'Create account' });
  await submit.click();
  await expect(page.getByText('All fields are required')).toBeVisible();
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

test('signing in: wrong password, no network, and 30 days', async ({ hub }) => {
  const person = await hub.createPerson();
  const page = await hub.open();
  await page.goto('/login');
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

test('a refused document keeps every field, and the taken address has a free one to offer', async ({ hub }) => {
  const writer = await hub.createPerson('CONTRIBUTOR');
  const title = `Twice ${Date.now()}`;
  const first = await hub.api<{ slug: string }>(writer, 'POST', '/documents', { title, content: 'first' });
  const page = await hub.open(writer);
  await page.goto('/docs/create');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('x'.repeat(201));
  await writeContent(page, 'The words I do not want to lose');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('The title must have at most 200 characters.')).toBeVisible();
  await expectContent(page, 'The words I do not want to lose');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Slug').fill(first.slug);
  await page.getByRole('button', { name: 'Save draft' }).click();
  const offer = page.getByRole('button', { name: new RegExp(`Use “${first.slug}-2”`) });
  await expect(offer).toBeVisible();
  expect(await offer.evaluate(isUncovered)).toBe(true);
  await offer.click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page).toHaveURL(`/docs/${first.slug}-2`);
});

test('leaving with unsaved words asks first, and a save on top of another keeps both texts', async ({ hub }) => {
  const writer = await hub.createPerson('CONTRIBUTOR');
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
  await expect(page.getByRole('main').getByText('my words')).toBeVisible();
  // What nobody touched here is not taken back.
  await expect(page.getByRole('main').getByText('Their summary')).toBeVisible();
});

test('deleting asks once, names the document, and the safe button has the focus', async ({ hub }) => {
  const writer = await hub.createPerson('CONTRIBUTOR');
  const title = `Gone ${Date.now()}`;
  const document = await hub.api<{ slug: string }>(writer, 'POST', '/documents', { title, content: 'words' });
  const page = await hub.open(writer);
  await page.goto(`/docs/${document.slug}`);
  await page.getByRole('button', { name: 'More acts' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(
    page.getByText(`Are you sure you want to delete "${title}"? This action cannot be undone.`),
  ).toBeVisible();
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Document deleted successfully!')).toBeVisible();
  const gone = await page.goto(`/docs/${document.slug}`);
  expect(gone?.status()).toBe(404);
});
