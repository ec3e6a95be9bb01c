import type { Page } from '@playwright/test';
import { ageAccounts } from './support/accounts.js';
import { findViolations } from './support/axe.js';
import { expectToast } from './support/dialogs.js';
import { choosePostAction, createCategory, type Created, postMenu, reply, startThread } from './support/forum.js';
import { expect, test, type Hub, type TestUser } from './support/hub.js';
import { chooseWithKeyboard } from './support/keyboard.js';

/** Something of each kind by one author. */
async function createContent(hub: Hub, author: TestUser) {
  const title = `Cheap watches ${Date.now()}`;
  const thread = await startThread(hub, author, await createCategory(hub, 'Reports'), { title });
  const answer = await reply(hub, author, thread, 'Watches!');
  const document = await hub.api<Created>(author, 'POST', '/documents', {
    title: `Reported ${Date.now()}`,
    content: 'words',
    status: 'PUBLISHED',
  });
  const video = await hub.api<Created>(author, 'POST', '/videos', {
    title: `Reported ${Date.now()}`,
    source_type: 'YOUTUBE',
    source_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  });
  const about = { content_type: 'document', content_id: document.id, content: 'Buy watches.' };
  const comment = await hub.api<Created>(author, 'POST', '/comments', about);
  return { thread, answer, document, video, comment };
}

const reportButton = (page: Page, name: string) => page.getByRole('button', { name });

/** Reports a post by keyboard only. */
async function reportPostByKeyboard(page: Page, number: number): Promise<void> {
  await chooseWithKeyboard(page, postMenu(page, number), 'Report');
  const dialog = page.getByRole('dialog', { name: `Report post ${number}` });
  await expect(dialog.getByRole('radio', { name: 'Spam' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Offensive or harmful' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Look at the link');
  for (const stop of ['Cancel', 'Send report']) {
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: stop })).toBeFocused();
  }
  // The Tab key stays in the dialog, in both directions.
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('radio', { name: 'Offensive or harmful' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('button', { name: 'Send report' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, 'Report sent. A moderator will review it.');
  await expect(postMenu(page, number)).toBeFocused();
}

async function reportByMouse(page: Page, name: string, reason: string): Promise<void> {
  await reportButton(page, name).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByText(reason, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog).toBeHidden();
  await expect(reportButton(page, name.replace('Report', 'Reported'))).toBeFocused();
}

/** Reports a document that is hidden with this report. */
async function reportByMouseUntilGone(page: Page): Promise<void> {
  await reportButton(page, 'Report this document').click();
  const dialog = page.getByRole('dialog', { name: 'Report this document' });
  await dialog.getByText('Spam', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByRole('button', { name: /^Report(ed)? this document/ })).toHaveCount(0);
}

test('a member reports a post, a thread, a comment, a document and a video on a phone', async ({ hub }) => {
  test.setTimeout(90_000);
  const author = await hub.createUser('EDITOR', 'Anna Advertises');
  const { thread, document, video, comment } = await createContent(hub, author);
  const member = await hub.createUser('VIEWER', 'Bert Reports');
  const page = await hub.open(member);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/community/thread/${thread.id}`);
  await reportPostByKeyboard(page, 2);
  await postMenu(page, 2).click();
  await expect(page.getByRole('menuitem', { name: 'Reported' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await reportByMouse(page, 'Report this thread', 'Off topic');

  await page.goto(`/docs/${document.id}#comment-${comment.id}`);
  await reportByMouse(page, 'Report the comment by Anna Advertises', 'Spam');
  await reportByMouse(page, 'Report this document', 'Wrong or outdated');
  await page.goto(`/videos/${video.id}`);
  await reportByMouse(page, 'Report this video', 'Spam');

  // Reported items stay marked in this visit; in a later one the report is refused, and what was typed stays.
  await page.goto(`/docs/${document.id}#comment-${comment.id}`);
  for (const item of ['this document', 'the comment by Anna Advertises'])
    await expect(reportButton(page, `Reported ${item}`)).toBeDisabled();
  await page.evaluate(() => {
    sessionStorage.clear();
  });
  await page.goto(`/videos/${video.id}`);
  await reportButton(page, 'Report this video').click();
  const dialog = page.getByRole('dialog', { name: 'Report this video' });
  await dialog.getByText('Something else', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Describe what is wrong.')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Details' })).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page), colorScheme).toEqual([]);
  }
  await page.keyboard.type('A copy');
  hub.allowComplaints(/409/);
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('You have already reported this.');
  await expect(dialog.getByRole('textbox', { name: 'Details' })).toHaveValue('A copy');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(reportButton(page, 'Reported this video')).toBeFocused();
});

test('three reports hide a post and a document: gone for others, marked for the author', async ({ hub }) => {
  test.setTimeout(60_000);
  const author = await hub.createUser('EDITOR', 'Anna Advertises');
  const { thread, answer, document } = await createContent(hub, author);
  // What staff wrote is hidden by moderators only.
  await hub.api(await hub.createUser('ADMIN'), 'PUT', `/users/${author.id}/role`, { role: 'CONTRIBUTOR' });
  const members = [await hub.createUser(), await hub.createUser(), await hub.createUser('VIEWER', 'Cora Third')];
  await ageAccounts(members);
  for (const member of members.slice(0, 2))
    for (const [item_type, { id }] of Object.entries({ post: answer, document }))
      await hub.api(member, 'POST', '/reports', { item_type, item_id: id, reason: 'Spam' });
  // The third by the buttons; the screen shows at once that it is hidden.
  const page = await hub.open(members[2]);
  await page.goto(`/community/thread/${thread.id}`);
  await choosePostAction(page, 2, 'Report');
  const dialog = page.getByRole('dialog', { name: 'Report post 2' });
  await dialog.getByText('Spam', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('This post is hidden.')).toBeVisible();
  await page.goto(`/docs/${document.id}`);
  await reportByMouseUntilGone(page);

  const guest = await hub.open();
  await guest.goto(`/community/thread/${thread.id}`);
  await expect(guest.getByText('This post is hidden.')).toBeVisible();
  await expect(guest.getByText('Watches!')).toHaveCount(0);
  hub.allowComplaints(/404/);
  await guest.goto(`/docs/${document.id}`);
  await expect(guest.getByText('words', { exact: true })).toHaveCount(0);

  const own = await hub.open(author);
  await own.goto(`/community/thread/${thread.id}`);
  await expect(own.locator('#post-2')).toContainText('Hidden, visible only to its author and moderators');
  await own.goto(`/docs/${document.id}`);
  await expect(own.getByRole('region', { name: 'Hidden', exact: true })).toBeVisible();
  expect(await findViolations(own)).toEqual([]);
});
