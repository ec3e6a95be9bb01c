import type { Page } from '@playwright/test';
import { expect, test, type Hub, type TestUser } from './support/hub.js';
import { signInAgain, signedOutDialog } from './support/sign-in-again.js';

interface Published {
  id: string;
  slug: string;
}

const publish = async (hub: Hub): Promise<Published> =>
  hub.api(await hub.createUser('EDITOR'), 'POST', '/documents', {
    title: `Spoken of ${Date.now()}`,
    content: 'words',
    status: 'PUBLISHED',
  });

const say = (hub: Hub, person: TestUser, { id }: Published, content: string) =>
  hub.api<{ id: string }>(person, 'POST', '/comments', { content_type: 'document', content_id: id, content });

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' }).getByRole('listitem');

test("a lost session shows a sign-in notice, keeps the comment and leaves a guest's actions only", async ({ hub }) => {
  const document = await publish(hub);
  const person = await hub.createUser('VIEWER', 'Vera Vanishes');
  await say(hub, person, document, 'An earlier one');
  const page = await hub.open(person);
  // Without the live connection, submitting the comment detects the ended session.
  await page.route('**/api/notifications/stream', (route) => route.abort());
  await page.goto(`/docs/${document.slug}`);
  await expect(page.getByRole('button', { name: 'Delete your comment' })).toBeVisible();
  await page.getByLabel('Write a comment').fill('A long thought');
  await hub.api(person, 'POST', '/auth/logout');
  const again = page.waitForResponse(/\/api\/comments\/document\//);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  // The comments are refetched as a guest.
  expect(await (await again).text()).not.toContain('abilities');
  const notice = page.getByRole('alert').filter({ hasText: 'You were signed out. Your text is kept.' });
  await expect(notice.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(comments(page)).toHaveText([/An earlier one/]);
  await expect(page.getByRole('button', { name: /the comment by Vera Vanishes/ })).toHaveCount(0);
  await expect(signedOutDialog(page)).toHaveCount(1);
  await signInAgain(page, person);
  await expect(page).toHaveURL(`/docs/${document.slug}`);
  await expect(page.getByLabel('Write a comment')).toHaveValue('A long thought');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(comments(page).filter({ hasText: 'A long thought' })).toBeVisible();

  const other = await hub.createUser();
  const reacting = await hub.open(other);
  await reacting.route('**/api/notifications/stream', (route) => route.abort());
  await reacting.goto(`/docs/${document.slug}`);
  const like = reacting.getByRole('group', { name: 'Reactions' }).getByRole('button', { name: 'Like' });
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await hub.api(other, 'POST', '/auth/logout');
  await like.click();
  await expect(signedOutDialog(reacting)).toBeVisible();
  await expect(reacting.getByRole('alertdialog')).toHaveCount(0);
  await signInAgain(reacting, other);
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});

test('the live connection reports the end of the session to the comment form', async ({ hub }) => {
  const document = await publish(hub);
  const person = await hub.createUser();
  const page = await hub.open(person);
  const connected = page.waitForResponse('**/api/notifications/stream');
  await page.goto(`/docs/${document.slug}`);
  await connected;
  await page.getByLabel('Write a comment').fill('A long thought');
  await hub.api(person, 'POST', '/auth/logout');
  const notice = page.getByRole('alert').filter({ hasText: 'You were signed out. Your text is kept.' });
  await expect(notice).toBeVisible();
  await expect(signedOutDialog(page).getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(signedOutDialog(page)).toHaveCount(0);
  await expect(notice.getByRole('link', { name: 'Login' })).toBeVisible();
});

test("an unfinished edit is restored unless the comment has changed; moderators' edits are marked", async ({ hub }) => {
  const document = await publish(hub);
  const person = await hub.createUser('VIEWER', 'Edda Edits');
  const { id } = await say(hub, person, document, 'First words');
  const page = await hub.open(person);
  await page.goto(`/docs/${document.slug}`);
  const edit = page.getByRole('button', { name: 'Edit your comment' });
  const field = page.getByRole('textbox', { name: 'Edit your comment' });
  const reopen = async () => {
    await page.reload();
    await edit.click();
  };
  await edit.click();
  await field.fill('Better words');
  await reopen();
  await expect(field).toHaveValue('Better words');
  await expect(page.getByText('Restored your unsaved text from')).toBeVisible();

  // During a composition Escape belongs to the IME and must not close the form.
  await field.dispatchEvent('keydown', { key: 'Escape', bubbles: true, isComposing: true });
  await field.fill('Even better words');
  await field.press('Escape');
  await expect(edit).toBeFocused();
  await edit.press('Enter');
  await expect(field).toHaveValue('Even better words');
  await field.fill('Better words');

  await hub.api(await hub.createUser('EDITOR'), 'PUT', `/comments/${id}`, { content: 'Moderated words' });
  await reopen();
  await expect(field).toHaveValue('Moderated words');
  await page.getByRole('button', { name: 'Restore mine' }).click();
  await expect(field).toHaveValue('Better words');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(comments(page)).toContainText('edited by a moderator');
  await reopen();
  await expect(field).toHaveValue('Moderated words');
  await expect(page.getByRole('button', { name: /Discard|Restore mine/ })).toHaveCount(0);
});

test('older comments remain reachable when all shown ones are deleted', async ({ hub }) => {
  const document = await publish(hub);
  const person = await hub.createUser('VIEWER', 'Olga Older');
  for (const words of ['Oldest', 'Newest']) await say(hub, person, document, words);
  const page = await hub.open(person);
  await page.route(/\/api\/comments\/document\//, (route) =>
    route.continue({ url: route.request().url().replace('limit=20', 'limit=1') }),
  );
  await page.goto(`/docs/${document.slug}`);
  await expect(comments(page)).toHaveText([/Newest/]);
  await page.getByRole('button', { name: 'Delete your comment' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(comments(page)).toHaveCount(0);
  await expect(page.getByText('No comments yet.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Older comments' }).click();
  await expect(comments(page)).toHaveText([/Oldest/]);
});

test('users without the permission see why they cannot react, by keyboard too, and can bookmark', async ({ hub }) => {
  const document = await publish(hub);
  const role = `QUIET_${Date.now().toString(36).toUpperCase()}`;
  await hub.api(await hub.createUser('ADMIN'), 'POST', '/admin/custom-roles', { name: role, display_name: role });
  const page = await hub.open(await hub.createUser(role));
  await page.goto(`/docs/${document.slug}`);
  const reaction = (name: string) => page.getByRole('group', { name: 'Reactions' }).getByRole('button', { name });
  await expect(reaction('Like')).toHaveAccessibleDescription(/Your role can’t react/);
  await reaction('Like').focus();
  await expect(page.getByRole('tooltip').filter({ visible: true })).toHaveCount(1);
  await page.setViewportSize({ width: 360, height: 800 });
  await reaction('Helpful').focus();
  expect(await page.evaluate(() => window.document.documentElement.scrollWidth)).toBe(360);
  await reaction('Like').press('Enter');
  await expect(reaction('Like')).toHaveAttribute('aria-pressed', 'false');
  await reaction('Bookmark').click();
  await expect(reaction('Bookmark 1')).toHaveAttribute('aria-pressed', 'true');
});
