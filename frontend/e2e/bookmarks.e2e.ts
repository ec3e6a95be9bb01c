import { expect, test } from './support/hub.js';

test('bookmarks are filtered and paged, removed and restored; failures are shown', async ({ hub }) => {
  test.setTimeout(60_000);
  const [editor, person] = [await hub.createUser('EDITOR'), await hub.createUser()];
  const mark = Date.now();
  for (let number = 1; number <= 26; number++) {
    const body = { title: `${mark} number ${number}`, content: 'words', status: 'PUBLISHED' };
    const { id } = await hub.api<{ id: string }>(editor, 'POST', '/documents', body);
    await hub.api(person, 'POST', '/bookmarks', { content_type: 'document', content_id: id });
  }
  const bookmarks = async () =>
    (await hub.api<{ items: { content: { title: string } }[] }>(person, 'GET', '/user/bookmarks')).items;
  const page = await hub.open(person);
  await page.goto('/docs');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'My Bookmarks' }).click();
  const cards = page.getByRole('main').getByRole('article');
  await expect(page.getByText('26 bookmarks', { exact: true })).toBeVisible();
  await expect(cards).toHaveCount(24);
  await expect(cards.first()).toContainText(/Bookmarked \d\d\.\d\d\.\d{4}/);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cards).toHaveCount(26);
  await expect(cards.nth(24).getByRole('link', { name: `${mark} number 2` })).toBeFocused();

  const remove = page.getByRole('button', { name: `Remove the bookmark of ${mark} number 26` });
  await remove.click();
  await expect(cards.first()).toContainText('Bookmark removed');
  await expect(cards.first()).toContainText('0 bookmarks');
  await expect(page.getByText('25 bookmarks', { exact: true })).toBeVisible();
  await expect.poll(async () => (await bookmarks())[0]?.content.title).toBe(`${mark} number 25`);
  await page.getByRole('button', { name: `Bookmark ${mark} number 26 again` }).click();
  await expect(page.getByText('26 bookmarks', { exact: true })).toBeVisible();
  await expect.poll(async () => (await bookmarks())[0]?.content.title).toBe(`${mark} number 26`);
  await page.route('**/api/reactions', (route) => route.abort());
  await remove.click();
  await page.getByRole('alertdialog', { name: 'Error updating bookmark' }).getByRole('button', { name: 'OK' }).click();
  await expect(remove).toBeVisible();
  await expect(cards.first()).not.toContainText('Bookmark removed');

  await page.getByRole('radio', { name: 'Videos' }).check();
  await expect(page).toHaveURL('/user/bookmarks?type=video');
  await expect(page.getByRole('heading', { name: 'No bookmarked videos' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all' }).click();
  await expect(cards).toHaveCount(26);
});

test('the home page shows totals to administrators and links to the categories', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const category = await hub.api<{ id: string }>(editor, 'POST', '/categories', { name: `Shelf ${Date.now()}` });
  await hub.api(editor, 'POST', '/documents', {
    title: `On it ${Date.now()}`,
    content: 'words',
    status: 'PUBLISHED',
    category_id: category.id,
  });
  const page = await hub.open(editor);
  await page.goto('/');
  const { totals } = await hub.api<{ totals: { documents: number } }>(editor, 'GET', '/analytics/overview');
  expect(totals.documents).toBeGreaterThan(0);
  const numbers = page.getByRole('region', { name: 'The hub in numbers' });
  await expect(numbers.getByRole('definition')).toHaveCount(4);
  await expect(numbers.getByRole('definition').first()).toHaveText(/^\d/);
  // The eight categories depend on other tests.
  await page.getByRole('region', { name: 'Categories' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/categories\/[\da-f-]{36}$/);
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();

  const guest = await hub.open();
  await guest.goto('/');
  await expect(guest.getByRole('link', { name: /Browse documents/ })).toHaveAttribute('href', '/docs');
  await expect(guest.getByRole('link', { name: /Search the hub/ })).toHaveAttribute('href', '/search');
  await expect(guest.getByRole('definition')).toHaveCount(0);
  const reader = await hub.open(await hub.createUser('REVIEWER'));
  await reader.goto('/');
  await expect(reader.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
  await expect(reader.getByRole('region', { name: 'Your bookmarks' })).toContainText(
    'Bookmark what you want to find again.',
  );
  await expect(reader.getByRole('definition')).toHaveCount(0);
});
