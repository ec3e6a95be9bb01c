import { bell, createAuthor, listening } from './support/notifications.js';
import { expect } from './support/hub.js';
import { test } from './support/own-hub.js';

/* With an app of its own, because the home page lists only the four that wait longest. */

test('reviewers are notified of a submission, which their home page lists until it is decided', async ({ hub }) => {
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
  await hub.api(author, 'PUT', `/documents/${id}/status`, { status: 'IN_REVIEW' });
  await expect(queue.getByRole('link', { name: title })).toBeVisible({ timeout: 10_000 });
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
  await page.goto('/');
  await expect(queue.getByRole('link', { name: title })).toHaveCount(0);
});
