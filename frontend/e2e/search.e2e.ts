import { createCategory, reply, startThread } from './support/forum.js';
import { expect, test } from './support/hub.js';
import { createUniqueWord } from './support/unique-words.js';

test('search finds a document with its section; filters are in the URL and keep the query', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const word = createUniqueWord();
  const category = await hub.api<{ id: string }>(editor, 'POST', '/categories', { name: `Animals ${word}` });
  const body = { category_id: category.id, status: 'PUBLISHED', difficulty: 'ADVANCED' };
  const content =
    'Nothing yet.\n\n## Finding them\n\nAnywhere.\n\n## Feeding them\n\n' +
    `A ${word} eats <b>leaves</b> & grass --from=/${'x'.repeat(300)}`;
  await hub.api(editor, 'POST', '/documents', { ...body, title: `Of small animals ${word.slice(-5)}`, content });
  await hub.api(editor, 'POST', '/documents', { title: `Draft of ${word}`, content: 'words' });

  const page = await hub.open();
  await page.goto('/');
  // The field of the header opens the palette, which leads to the search screen.
  const field = page.getByRole('banner').getByRole('link', { name: 'Search', exact: true });
  await expect(field).toHaveAttribute('href', '/search');
  await field.click();
  await expect(page.getByRole('dialog', { name: 'Search and jump to' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await field.click();
  await page.getByRole('option', { name: 'Search', exact: true }).click();
  const box = page.getByRole('combobox', { name: 'Search the hub' });
  await expect(box).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Search this hub' })).toBeVisible();
  await box.fill('   ');
  await box.press('Enter');
  await expect(page.getByText('Please type what you are looking for.')).toBeVisible();
  await expect(page).toHaveURL('/search');

  await box.fill(word);
  await box.press('Enter');
  const results = page.getByRole('main').getByRole('article');
  await expect(results).toHaveCount(1);
  await expect(results.locator('mark').first()).toHaveText(word);
  await expect(results).toContainText('eats leaves & grass');
  await expect(results).toContainText('Advanced');
  expect((await results.boundingBox())?.width).toBeLessThan(1000);
  await page.getByLabel('Difficulty').selectOption('BEGINNER');
  await expect(page.getByRole('heading', { name: /^Nothing found for/ })).toBeVisible();
  await expect(page).toHaveURL(/difficulty=BEGINNER/);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(results).toHaveCount(1);
  await page.getByLabel('Category').selectOption({ label: `Animals ${word}` });
  await expect(page).toHaveURL(new RegExp(`category=${category.id}`));
  await page.reload();
  await expect(results).toHaveCount(1);
  await results.getByRole('link', { name: 'In the section “Feeding them”' }).click();
  await expect(page).toHaveURL(/#feeding-them$/);
  await expect(page.getByRole('heading', { name: 'Feeding them' })).toBeInViewport();
  // The page is too short to scroll to the heading.
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await expect(contents.locator('[aria-current]')).toHaveText('Feeding them');
  await contents.getByRole('link', { name: 'Finding them' }).click();
  await expect(contents.locator('[aria-current]')).toHaveText('Finding them');

  // A category alone lists its content; the author also sees the draft, marked as one.
  await page.goto(`/search?category=${category.id}`);
  await expect(results).toHaveCount(1);
  const own = await hub.open(editor);
  await own.goto(`/search?q=${word}`);
  await expect(
    own.getByRole('article').filter({ hasText: 'Draft of' }).getByText('Draft', { exact: true }),
  ).toBeVisible();
});

test('arrow keys move between input, suggestions and results; more results are loaded', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const word = createUniqueWord();
  for (let number = 1; number <= 22; number++)
    await hub.api(editor, 'POST', '/documents', { title: `${word} ${number}`, content: 'words', status: 'PUBLISHED' });
  const page = await hub.open();
  await page.goto('/search');
  const box = page.getByRole('combobox', { name: 'Search the hub' });
  await box.fill(word.slice(0, -1));
  const options = page.getByRole('option').filter({ visible: true });
  await expect(options).toHaveCount(8);
  await box.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await box.press('Escape');
  await expect(options).toHaveCount(0);
  await box.press('Enter');
  await expect(page.getByText('22 results', { exact: true })).toBeVisible();
  const titles = page.getByRole('main').locator('h3 a');
  await expect(titles).toHaveCount(20);
  await box.press('ArrowDown');
  await expect(titles.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(titles.nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(titles.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(box).toBeFocused();
  await page.route('**/api/search', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: '{"status":500,"detail":"It broke."}',
    }),
  );
  await page.getByRole('button', { name: 'Load more' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
  await expect(page.getByRole('alert').filter({ hasText: 'More could not be loaded.It broke.' })).toBeVisible();
  await expect(titles).toHaveCount(20);
  await page.unroute('**/api/search');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(titles).toHaveCount(22);
  await expect(titles.nth(20)).toBeFocused();
  await expect(page).toHaveURL(/pages=2/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\//);
  await page.goBack();
  await expect(titles).toHaveCount(22);
});

test('threads and replies are below the content found, and the filters lead to all of them', async ({ hub }) => {
  const [editor, author, word] = [await hub.createUser('EDITOR'), await hub.createUser(), createUniqueWord()];
  const category = await createCategory(hub);
  const thread = await startThread(hub, author, category, { title: `Where is the ${word}?`, content: 'I lost it.' });
  await startThread(hub, author, category, { title: 'Another thing', content: `Also the ${word} of mine.` });
  await reply(hub, editor, thread, `The ${word} is in the cellar.`);
  await hub.api(editor, 'POST', '/documents', { title: `On ${word}`, content: 'words', status: 'PUBLISHED' });

  const page = await hub.open();
  await page.goto(`/search?q=${word}`);
  const main = page.getByRole('main');
  const community = main.getByRole('region', { name: 'From the community' });
  await expect(community.getByRole('article')).toHaveCount(3);
  await expect(main.getByText('1 result, 3 in the community', { exact: true })).toBeVisible();
  const titles = main.locator('h3 a');
  await expect(titles.first()).toHaveText(`On ${word}`);
  await page.getByRole('combobox', { name: 'Search the hub' }).press('ArrowDown');
  await expect(titles.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(community.locator('h3 a').first()).toBeFocused();
  // The filters of documents and videos do not apply to threads.
  await page.getByLabel('Difficulty').selectOption('ADVANCED');
  await expect(main.getByRole('heading', { name: /^Nothing found for/ })).toBeVisible();
  await expect(community).toHaveCount(0);
  await page.getByRole('link', { name: 'Clear filters' }).click();

  await community.getByRole('link', { name: 'Show all threads and replies' }).click();
  await expect(page).toHaveURL(`/search?q=${word}&type=community`);
  await expect(page.getByLabel('Content type').locator('option:checked')).toHaveText('Threads and replies');
  await expect(page.getByLabel('Category')).toHaveCount(0);
  await expect(main.getByText('3 results', { exact: true })).toBeVisible();
  const replies = main.getByRole('article').filter({ hasText: 'Reply' });
  await expect(replies).toHaveCount(1);
  await expect(replies).toContainText(`The ${word} is in the cellar`);
  await replies.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/community/thread/${thread.id}.*#post-2$`));
});

test('threads alone are shown without the notice that nothing was found; their failure is shown', async ({ hub }) => {
  const word = createUniqueWord();
  const user = await hub.createUser();
  await startThread(hub, user, await createCategory(hub), { title: `A ${word}` });
  // Guests get the results from the server.
  const page = await hub.open(user);
  let isBroken = true;
  await page.route('**/api/search', (route) =>
    isBroken && route.request().postData()?.includes('"community"')
      ? route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: '{"status":500,"detail":"It broke."}',
        })
      : route.continue(),
  );
  await page.goto(`/search?q=${word}`);
  await expect(page.getByRole('alert').filter({ hasText: 'Threads and replies could not be loaded.' })).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  const main = page.getByRole('main');
  await expect(main.getByRole('article')).toHaveCount(1);
  await expect(main.getByText(`No documents or videos found for “${word}”.`)).toBeVisible();
  await expect(main.getByText('1 in the community', { exact: true })).toBeVisible();
  await expect(main.getByRole('heading', { name: /^Nothing found for/ })).toHaveCount(0);
  // A correction of the query is said once.
  await page.goto(`/search?q=${word.slice(0, 2)}${word.slice(3)}`);
  await expect(main.getByRole('status').getByRole('link', { name: word })).toBeVisible();
  await expect(main.getByRole('article')).toHaveCount(1);
});

test('guests search from the home page, try again after a failure, and read why people are hidden', async ({ hub }) => {
  const page = await hub.open();
  const main = page.getByRole('main');
  let isBroken = true;
  hub.allowComplaints(/It broke/);
  await page.route('**/api/search', (route) =>
    isBroken
      ? route.fulfill({
          status: 500,
          contentType: 'application/problem+json',
          body: '{"status":500,"detail":"It broke."}',
        })
      : route.continue(),
  );
  await page.goto('/');
  await page.getByRole('searchbox', { name: 'Search the hub' }).fill('nosuchwordanywhere');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=nosuchwordanywhere');
  await expect(page.getByRole('alert').filter({ hasText: 'The search failed.' })).toBeVisible();
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing found for “nosuchwordanywhere”' })).toBeVisible();
  // The button has disappeared; the focus moves to the heading instead of the top of the page.
  await expect(page.getByRole('heading', { name: 'Search', exact: true })).toBeFocused();
  await expect(page.getByRole('link', { name: /^Search people/ })).toHaveCount(0);

  await page.goto('/search?q=rosa&type=user');
  await expect(main.getByRole('heading', { name: 'People are visible to members only' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.goto('/search?difficulty=BEGINNER&category=01900000-0000-7000-8000-0000000000aa');
  await expect(main.getByRole('heading', { name: 'This category no longer exists' })).toBeVisible();
  await expect(page.getByLabel('Category').locator('option:checked')).toHaveText('Deleted category');
  await main.getByRole('link', { name: 'Show all categories' }).click();
  await expect(page).toHaveURL('/search?difficulty=BEGINNER');
});

test('the palette opens a user, a screen and a search by keyboard, and returns the focus', async ({ hub }) => {
  const editor = await hub.createUser('EDITOR');
  const word = createUniqueWord();
  const page = await hub.open(editor);
  // Leaves the first screen before it is loaded, as on a slow connection.
  await page.route('**/api/documents/*', () => undefined);
  await page.goto('/docs/not-brought-along-by-the-page');
  await page.getByRole('link', { name: 'Docs', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeFocused();
  const docs = page.getByRole('link', { name: 'Docs', exact: true }).first();
  await docs.focus();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and jump to' });
  const input = palette.getByRole('combobox');
  await expect(input).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(docs).toBeFocused();

  const person = await hub.createUser('VIEWER', `Fenja ${createUniqueWord()}`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(person.name.slice(0, -2));
  await expect(palette.getByRole('option', { selected: true })).toContainText('Person');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: person.name })).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('dark');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Theme: Dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(palette).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('my book');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('My Bookmarks');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/user/bookmarks');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('categor');
  await expect(palette.getByRole('option', { name: 'Categories' })).toBeVisible();
  while ((await palette.getByRole('option', { selected: true }).textContent()) !== 'Categories')
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/categories');

  await page.keyboard.press('Control+k');
  await page.keyboard.type(`"${word}" 1e5`);
  await page.keyboard.press('ArrowUp');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Search for');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search the hub' })).toHaveValue(`"${word}" 1e5`);
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('group', { name: 'Recent searches' }).getByRole('option')).toHaveText(`"${word}" 1e5`);
  await page.keyboard.type('nosuchwordanywhere');
  await expect(palette.getByRole('status')).toHaveText('Nothing found for “nosuchwordanywhere”.');
  await page.keyboard.press('Control+k');
  await expect(palette).toHaveCount(0);

  // Members are led from a search of content to people of that name.
  const family = person.name.replace('Fenja ', '');
  await page.goto(`/search?q=${family}`);
  await page.getByRole('link', { name: `Search people for “${family}”` }).click();
  await expect(page).toHaveURL(`/search?q=${family}&type=user`);
  await expect(page.getByRole('article').getByRole('link', { name: person.name })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Search people/ })).toHaveCount(0);

  // The next user does not see the searches.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('logout');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Logout');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('group')).toHaveCount(2);
  await expect(palette.getByRole('group', { name: 'Recent searches' })).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(word);
});
