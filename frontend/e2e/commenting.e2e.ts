import type { Page } from '@playwright/test';
import { expect, test, type Hub, type Person } from './support/hub.js';

interface Published {
  id: string;
  slug: string;
}

const publish = async (hub: Hub): Promise<Published> =>
  hub.api(await hub.createPerson('EDITOR'), 'POST', '/documents', {
    title: `Spoken of ${Date.now()}`,
    content: 'words',
    status: 'PUBLISHED',
  });

const say = (hub: Hub, person: Person, { id }: Published, content: string) =>
  hub.api<{ id: string }>(person, 'POST', '/comments', { content_type: 'document', content_id: id, content });

const comments = (page: Page) => page.getByRole('region', { name: 'Comments' }).getByRole('listitem');

test('whoever is signed out meanwhile is told, keeps what they wrote, and may do no more than a guest', async ({
  hub,
}) => {
  const document = await publish(hub);
  const person = await hub.createPerson('VIEWER', 'Vera Vanishes');
  await say(hub, person, document, 'An earlier one');
  const page = await hub.open(person);
  await page.goto(`/docs/${document.slug}`);
  await expect(page.getByRole('button', { name: 'Delete the comment by Vera Vanishes' })).toBeVisible();
  await page.getByLabel('Write a comment').fill('A long thought');
  await hub.api(person, 'POST', '/auth/logout');
  const again = page.waitForResponse(/\/api\/comments\/document\//);
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  // What guests see is asked for.
  expect(await (await again).text()).not.toContain('abilities');
  const notice = page.getByRole('alert').filter({ hasText: 'You were signed out. What you wrote is kept.' });
  await expect(notice.getByRole('link', { name: 'Login' })).toBeFocused();
  await expect(comments(page)).toHaveText([/An earlier one/]);
  await expect(page.getByRole('button', { name: /the comment by Vera Vanishes/ })).toHaveCount(0);

  const other = await hub.createPerson();
  const reacting = await hub.open(other);
  await reacting.goto(`/docs/${document.slug}`);
  const like = reacting.getByRole('group', { name: 'Reactions' }).getByRole('button', { name: 'Like' });
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await hub.api(other, 'POST', '/auth/logout');
  await like.click();
  const question = reacting.getByRole('alertdialog', { name: 'Your reaction was not saved' });
  await expect(question).toContainText('You were signed out.');
  await question.getByRole('button', { name: 'Login' }).click();
  await expect(reacting).toHaveURL('/login');
});

test('an edit that was begun is found again, never in the place of newer words, and a moderator’s is told', async ({
  hub,
}) => {
  const document = await publish(hub);
  const person = await hub.createPerson('VIEWER', 'Edda Edits');
  const { id } = await say(hub, person, document, 'First words');
  const page = await hub.open(person);
  await page.goto(`/docs/${document.slug}`);
  const edit = page.getByRole('button', { name: 'Edit the comment by Edda Edits' });
  const field = page.getByRole('textbox', { name: 'Edit the comment by Edda Edits' });
  const reopen = async () => {
    await page.reload();
    await edit.click();
  };
  await edit.click();
  await field.fill('Better words');
  await reopen();
  await expect(field).toHaveValue('Better words');
  await expect(page.getByText('Restored what you had typed on')).toBeVisible();

  // Escape is pressed soon, be it for the input method, whose it is while that composes.
  await field.dispatchEvent('keydown', { key: 'Escape', bubbles: true, isComposing: true });
  await field.fill('Even better words');
  await field.press('Escape');
  await expect(edit).toBeFocused();
  await edit.press('Enter');
  await expect(field).toHaveValue('Even better words');
  await field.fill('Better words');

  await hub.api(await hub.createPerson('EDITOR'), 'PUT', `/comments/${id}`, { content: 'Moderated words' });
  await reopen();
  await expect(field).toHaveValue('Moderated words');
  await page.getByRole('button', { name: 'Bring mine back' }).click();
  await expect(field).toHaveValue('Better words');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(comments(page)).toContainText('edited by a moderator');
  await reopen();
  await expect(field).toHaveValue('Moderated words');
  await expect(page.getByRole('button', { name: /Discard|Bring mine back/ })).toHaveCount(0);
});

test('where all that are shown are deleted, the way to the older ones stays', async ({ hub }) => {
  const document = await publish(hub);
  const person = await hub.createPerson('VIEWER', 'Olga Older');
  for (const words of ['Oldest', 'Newest']) await say(hub, person, document, words);
  const page = await hub.open(person);
  await page.route(/\/api\/comments\/document\//, (route) =>
    route.continue({ url: route.request().url().replace('limit=20', 'limit=1') }),
  );
  await page.goto(`/docs/${document.slug}`);
  await expect(comments(page)).toHaveText([/Newest/]);
  await page.getByRole('button', { name: 'Delete the comment by Olga Older' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(comments(page)).toHaveCount(0);
  await expect(page.getByText('Nobody has said anything yet.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Older comments' }).click();
  await expect(comments(page)).toHaveText([/Oldest/]);
});

test('whoever may not react learns why, by keyboard too, and still bookmarks', async ({ hub }) => {
  const document = await publish(hub);
  const role = `QUIET_${Date.now().toString(36).toUpperCase()}`;
  await hub.api(await hub.createPerson('ADMIN'), 'POST', '/admin/custom-roles', { name: role, display_name: role });
  const page = await hub.open(await hub.createPerson(role));
  await page.goto(`/docs/${document.slug}`);
  const reaction = (name: string) => page.getByRole('group', { name: 'Reactions' }).getByRole('button', { name });
  await expect(reaction('Like')).toHaveAccessibleDescription(/Your role may read reactions/);
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
