import { bell, createAuthor, listening } from './support/notifications.js';
import { expect, test } from './support/hub.js';

test('reviewers are notified of a submission, and their home page asks again what waits', async ({ hub }) => {
  const [author, reviewer, other] = [
    await createAuthor(hub),
    await hub.createUser('REVIEWER'),
    await hub.createUser('REVIEWER'),
  ];
  const title = `Submitted ${Date.now()}`;
  const { id, slug } = await hub.api<{ id: string; slug: string }>(author, 'POST', '/documents', {
    title,
    content: 'words',
  });
  const page = await hub.open(reviewer);
  const listens = listening(page);
  await page.goto('/');
  await listens;
  const queue = page.getByRole('region', { name: 'Waiting for your review' });
  for (const [name, path] of [
    ['Documents in review', '/docs'],
    ['Videos in review', '/videos'],
  ] as const)
    await expect(queue.getByRole('link', { name })).toHaveAttribute('href', `${path}?status=IN_REVIEW`);
  // The list itself has only the four that wait longest, which depend on other tests.
  const refreshed = page.waitForResponse('**/api/dashboard/home');
  await hub.api(author, 'PUT', `/documents/${id}/status`, { status: 'IN_REVIEW' });
  await refreshed;
  await bell(page).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await list.getByRole('link', { name: new RegExp(title) }).click();
  await expect(page).toHaveURL(`/docs/${slug}`);
  await expect(page.getByText('In review', { exact: true }).first()).toBeVisible();

  // Another reviewer decides: the same notification now shows the present state of the open page.
  await hub.api(other, 'POST', `/documents/${id}/review`, { action: 'approve' });
  await bell(page).click();
  await list.getByRole('link', { name: new RegExp(title) }).click();
  await expect(page.getByText('In review', { exact: true })).toHaveCount(0);
});
