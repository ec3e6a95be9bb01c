import type { Page } from '@playwright/test';
import { expectDialog } from './support/dialogs.js';
import { createCategory, type Created, reply, startThread } from './support/forum.js';
import { expect, test, type Hub } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

/** A thread with one reply. */
async function createDiscussion(hub: Hub): Promise<{ thread: Created; answer: Created }> {
  const author = await hub.createUser('EDITOR', 'Anna Answers');
  const thread = await startThread(hub, author, await createCategory(hub, 'Reactions'));
  return { thread, answer: await reply(hub, author, thread, 'Like this.') };
}

const reaction = (page: Page, name: string, post = 2) =>
  page.getByRole('group', { name: `Reactions to post ${post}` }).getByRole('button', { name });

test('a member reacts to posts by mouse and keyboard on a phone', async ({ hub }) => {
  const { thread, answer } = await createDiscussion(hub);
  const member = await hub.createUser('VIEWER', 'Bert Thanks');
  const page = await hub.open(member);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/community/thread/${thread.id}`);
  await reaction(page, 'Like').click();
  await expect(reaction(page, 'Like 1')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Tab');
  await expect(reaction(page, 'Helpful')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(reaction(page, 'Helpful 1')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(reaction(page, 'Like')).toHaveAttribute('aria-pressed', 'false');
  await waitUntilSettled(page);
  await page.reload();
  await expect(reaction(page, 'Helpful 1')).toHaveAttribute('aria-pressed', 'true');
  await expect(reaction(page, 'Like')).toHaveAccessibleName('Like');
  const [, stored] = (
    await hub.api<{ posts: { own_reactions: string[] }[] }>(member, 'GET', `/forum/threads/${thread.id}/posts`)
  ).posts;
  expect(stored?.own_reactions).toEqual(['HELPFUL']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  await page.route(`**/api/forum/posts/${answer.id}/reactions/*`, (route) => route.abort());
  hub.allowComplaints(/net::ERR_FAILED/);
  await reaction(page, 'Like').click();
  await expectDialog(page, 'Your reaction was not saved', 'Please try again.');
  await expect(reaction(page, 'Like')).toHaveAttribute('aria-pressed', 'false');
});
