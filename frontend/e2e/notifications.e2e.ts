import type { Page } from '@playwright/test';
import { expect, test, type TestUser } from './support/hub.js';
import { bell, createAuthor, type Hub, listening, unread } from './support/notifications.js';

/** Creates a draft of the author and publishes it as the editor, which notifies the author. */
async function publish(hub: Hub, author: TestUser, editor: TestUser, title: string): Promise<{ slug: string }> {
  const document = await hub.api<{ id: string; slug: string }>(author, 'POST', '/documents', {
    title,
    content: 'words',
  });
  await hub.api(editor, 'PUT', `/documents/${document.id}/status`, { status: 'PUBLISHED' });
  return document;
}

test('a notification arrives live in every window, and reading it in one updates all', async ({ hub }) => {
  test.setTimeout(60_000);
  const [author, editor] = [await createAuthor(hub), await hub.createUser('EDITOR', 'Edda Editor')];
  const first = await hub.open(author);
  const firstListens = listening(first);
  await first.goto('/docs');
  const second = await hub.openTab(first);
  await second.goto('/');
  const elsewhere = await hub.open(author);
  const elsewhereListens = listening(elsewhere);
  await elsewhere.goto('/');
  for (const page of [first, second, elsewhere]) await expect(bell(page)).toHaveAccessibleName('Notifications');
  // Notifications from before the connection are counted, but show no toast.
  await Promise.all([firstListens, elsewhereListens]);
  const title = `News ${Date.now()}`;
  const document = await publish(hub, author, editor, title);

  await expect(second.getByRole('status').filter({ hasText: `Edda Editor published “${title}”.` })).toBeVisible({
    timeout: 10_000,
  });
  for (const page of [first, second, elsewhere])
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');

  await second.bringToFront();
  await bell(second).click();
  const list = second.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByRole('link', { name: /Unread: Your document was published/ })).toBeVisible();
  await second.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(bell(second)).toBeFocused();
  await bell(second).click();
  await list.getByRole('link', { name: /Your document was published/ }).click();
  await expect(second).toHaveURL(`/docs/${document.slug}`);
  await expect(list).toBeHidden();
  for (const page of [first, second, elsewhere]) await expect(bell(page)).toHaveAccessibleName('Notifications');
});

test('tabs share one stream, and another tab takes over when its holder closes', async ({ hub }) => {
  test.setTimeout(60_000);
  const [author, editor] = [await createAuthor(hub), await hub.createUser('EDITOR')];
  const first = await hub.open(author);
  const streams: Page[] = [];
  first.context().on('request', (request) => {
    if (request.url().endsWith('/notifications/stream')) streams.push(request.frame().page());
  });
  await first.goto('/docs');
  await expect.poll(() => streams.length).toBe(1);
  await publish(hub, author, editor, `One ${Date.now()}`);
  await expect(bell(first)).toHaveAccessibleName('Notifications, 1 unread');
  const second = await hub.openTab(first);
  await second.goto('/docs');
  // Forwarded by the first tab.
  await expect(bell(second)).toHaveAccessibleName('Notifications, 1 unread');
  expect(streams).toEqual([first]);
  await first.close();
  await expect.poll(() => streams.at(-1) === second).toBe(true);
  await publish(hub, author, editor, `Two ${Date.now()}`);
  await expect(bell(second)).toHaveAccessibleName('Notifications, 2 unread');
});

test('without the Web Locks API each visible window opens its own stream', async ({ hub }) => {
  const [author, editor] = [await createAuthor(hub), await hub.createUser('EDITOR')];
  const first = await hub.open(author);
  await first.context().addInitScript(() => {
    delete (Navigator.prototype as { locks?: LockManager }).locks;
  });
  let streams = 0;
  first.context().on('request', (request) => {
    if (request.url().endsWith('/notifications/stream')) streams += 1;
  });
  await first.goto('/docs');
  const second = await hub.openTab(first);
  await second.goto('/docs');
  await expect.poll(() => streams).toBe(2);
  await publish(hub, author, editor, `Unshared ${Date.now()}`);
  for (const page of [first, second]) await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
});

test('a new role and changed permissions of a role take effect in open windows within two seconds', async ({ hub }) => {
  const [person, admin] = [await hub.createUser('VIEWER'), await hub.createUser('ADMIN')];
  const name = `LIVE_${Date.now()}`;
  await hub.api(admin, 'POST', '/admin/custom-roles', { name, display_name: name, priority: 1 });
  const page = await hub.open(person);
  const listens = listening(page);
  await page.goto('/docs');
  await listens;
  const create = page.getByRole('link', { name: 'New document' }).first();
  await expect(create).toHaveCount(0);
  const set = (permissions: string[]) => hub.api(admin, 'PUT', `/admin/role-permissions/${name}`, { permissions });
  await set(['content.create']);
  await hub.api(admin, 'PUT', `/users/${person.id}/role`, { role: name });
  await expect(create).toBeVisible({ timeout: 2000 });
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await set([]);
  await expect(create).toHaveCount(0, { timeout: 2000 });
});

test('the open page of a document follows the notifications about it', async ({ hub }) => {
  const [author, reviewer] = [await createAuthor(hub), await hub.createUser('REVIEWER', 'Rosa Reads')];
  const title = `Followed ${Date.now()}`;
  const { id, slug } = await hub.api<{ id: string; slug: string }>(author, 'POST', '/documents', {
    title,
    content: 'words',
  });
  await hub.api(author, 'PUT', `/documents/${id}/status`, { status: 'IN_REVIEW' });
  const page = await hub.open(author);
  const listens = listening(page);
  await page.goto(`/docs/${slug}`);
  await listens;
  const main = page.getByRole('main');
  await expect(main.getByText('In review', { exact: true }).first()).toBeVisible();
  await hub.api(reviewer, 'POST', `/documents/${id}/review`, { action: 'request_changes', note: 'Add a source.' });
  await expect(page.getByRole('status').filter({ hasText: `Rosa Reads requested changes to “${title}”.` })).toBeVisible(
    {
      timeout: 10_000,
    },
  );
  await expect(main.getByText('Add a source.')).toBeVisible();
  await expect(main.getByText('In review', { exact: true })).toHaveCount(0);
});

test('a notification about a page that no longer exists says so where the page is open', async ({ hub }) => {
  const [author, editor] = [await createAuthor(hub), await hub.createUser('EDITOR')];
  const title = `Gone ${Date.now()}`;
  const { id, slug } = await hub.api<{ id: string; slug: string }>(author, 'POST', '/documents', {
    title,
    content: 'words',
  });
  await hub.api(editor, 'PUT', `/documents/${id}/status`, { status: 'PUBLISHED' });
  const page = await hub.open(author);
  // Without the live connection, the list keeps the notification.
  await page.route('**/api/notifications/stream', (route) => route.abort());
  await page.goto(`/docs/${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await bell(page).click();
  const link = page.getByRole('dialog', { name: 'Notifications' }).getByRole('link', { name: new RegExp(title) });
  await expect(link).toBeVisible();
  await hub.api(editor, 'DELETE', `/admin/documents/${id}`);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Document Not Found' })).toBeVisible();
});

test('a role assigned between page load and connection takes effect', async ({ hub }) => {
  const [person, admin] = [await hub.createUser('VIEWER'), await hub.createUser('ADMIN')];
  const page = await hub.open(person);
  const { promise: mayListen, resolve: listen } = Promise.withResolvers<void>();
  await page.route('**/api/notifications/stream', (route) => mayListen.then(() => route.continue()));
  await page.goto('/docs');
  await expect(bell(page)).toBeVisible();
  await hub.api(admin, 'PUT', `/users/${person.id}/role`, { role: 'CONTRIBUTOR' });
  await expect.poll(() => unread(hub, person)).toBe(1);
  await expect(page.getByRole('link', { name: 'New document' })).toHaveCount(0);
  listen();
  await expect(page.getByRole('link', { name: 'New document' }).first()).toBeVisible();
});

test('a broken stream reconnects and missed notifications appear', async ({ hub }) => {
  test.setTimeout(60_000);
  const [author, editor] = [await createAuthor(hub), await hub.createUser('EDITOR')];
  const page = await hub.open(author);
  let broken = 0;
  await page.route('**/api/notifications/stream', (route) => {
    broken += 1;
    return broken <= 2 ? route.abort() : route.continue();
  });
  await page.goto('/docs');
  await expect.poll(() => broken).toBeGreaterThan(0);
  await publish(hub, author, editor, `Missed ${Date.now()}`);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread', { timeout: 15_000 });
  expect(broken).toBe(3);
});

test('on phones the bell links to a page with "Mark all as read"; more than 99 is shown as 99+', async ({ hub }) => {
  const [author, editor] = [await createAuthor(hub), await hub.createUser('EDITOR')];
  await publish(hub, author, editor, `Phone ${Date.now()}`);
  await publish(hub, author, editor, `Phone two ${Date.now()}`);
  const page = await hub.open(author);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/');
  const link = page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
  await expect(link).toHaveAccessibleName('Notifications, 2 unread');
  await link.click();
  await expect(page).toHaveURL('/notifications');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(link).toHaveAccessibleName('Notifications');
  await expect(page.getByText('Unread:')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3);
  await expect(page.getByText('Unread:')).toHaveCount(0);

  await page.route('**/api/notifications/stream', (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/event-stream',
      body: ': ping\n\nevent: unread\ndata: {"unread_count":1000,"role":"CONTRIBUTOR"}\n\n',
    }),
  );
  await page.reload();
  await expect(link).toHaveAccessibleName('Notifications, 99+ unread');
  await expect(link.getByText('99+')).toBeVisible();
});
