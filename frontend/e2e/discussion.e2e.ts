import type { Page } from '@playwright/test';
import { signOut } from './support/sign-out.js';
import { expect, test, type Hub, type TestUser } from './support/hub.js';
import { signedOutDialog } from './support/sign-in-again.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

interface Published {
  id: string;
  slug: string;
}

async function publish(hub: Hub, content = 'words'): Promise<Published> {
  const editor = await hub.createUser('EDITOR');
  return hub.api(editor, 'POST', '/documents', { title: `Discussed ${Date.now()}`, content, status: 'PUBLISHED' });
}

const say = (hub: Hub, person: TestUser, { id }: Published, content: string, parent_id?: string) =>
  hub.api<{ id: string }>(person, 'POST', '/comments', {
    content_type: 'document',
    content_id: id,
    content,
    parent_id,
  });

const handleOf = async (hub: Hub, { id }: TestUser) =>
  (await hub.api<{ handle: string }>(null, 'GET', `/users/${id}/profile`)).handle;

const reaction = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Reactions' }).getByRole('button', { name });
const comments = (page: Page) => page.getByRole('region', { name: 'Comments' }).getByRole('article');

test('the last of several quick reactions is the one that is saved', async ({ hub }) => {
  const document = await publish(hub);
  const person = await hub.createUser();
  const page = await hub.open(person);
  await page.goto(`/docs/${document.slug}`);
  await expect(reaction(page, 'Like')).toBeEnabled();
  for (const times of [5, 1]) {
    await reaction(page, 'Like').evaluate((button: HTMLButtonElement, presses) => {
      for (let press = 0; press < presses; press++) button.click();
    }, times);
    const isOn = times === 5;
    await expect(reaction(page, 'Like')).toHaveAttribute('aria-pressed', String(isOn));
    await waitUntilSettled(page);
    await expect(reaction(page, 'Like')).toHaveAccessibleName(isOn ? 'Like 1' : 'Like');
    const own = await hub.api<{ reactions: string[] }>(person, 'GET', `/user/reactions/document/${document.id}`);
    expect(own.reactions).toEqual(isOn ? ['LIKE'] : []);
  }
  await page.route('**/api/reactions', (route) => route.abort());
  await reaction(page, 'Bookmark').click();
  await page.getByRole('alertdialog', { name: 'Error updating bookmark' }).getByRole('button', { name: 'OK' }).click();
  await expect(reaction(page, 'Bookmark')).toHaveAttribute('aria-pressed', 'false');
  await expect(reaction(page, 'Bookmark')).toHaveAccessibleName('Bookmark');

  const guest = await hub.open();
  await guest.goto(`/docs/${document.slug}`);
  await reaction(guest, 'Like').click();
  const reader = await hub.createUser();
  const dialog = guest.getByRole('dialog', { name: 'Sign in' });
  const signIn = async () => {
    await dialog.getByLabel('Email').fill(reader.email);
    await dialog.getByLabel('Password', { exact: true }).fill(reader.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
  };
  await signIn();
  await expect(reaction(guest, 'Like')).toHaveAttribute('aria-pressed', 'true');
  await expect(guest).toHaveURL(`/docs/${document.slug}`);
  // The reaction is shown before it is saved.
  await expect
    .poll(() => hub.api<{ reactions: string[] }>(reader, 'GET', `/user/reactions/document/${document.id}`))
    .toMatchObject({ reactions: ['LIKE'] });

  await signOut(guest);
  await guest.goto(`/docs/${document.slug}`);
  await guest.getByRole('region', { name: 'Comments' }).getByRole('link', { name: 'Sign in' }).click();
  await signIn();
  await expect(guest.getByLabel('Write a comment')).toBeFocused();
  await expect(guest).toHaveURL(`/docs/${document.slug}`);
});

test('a link to a comment shows it among the others, also when it is a reply', async ({ hub }) => {
  test.setTimeout(60_000);
  const document = await publish(hub, 'words\n\n'.repeat(80));
  const [anna, bert] = [await hub.createUser('VIEWER', 'Anna Answers'), await hub.createUser('VIEWER', 'Bert Asks')];
  const other = await hub.open(bert);
  await other.goto('/');
  const bell = other.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  for (let number = 1; number <= 24; number++) await say(hub, anna, document, `Before, ${number}`);
  const { id: question } = await say(hub, bert, document, 'How does it work?');
  for (let number = 1; number <= 5; number++) await say(hub, bert, document, `More, ${number}`, question);
  await say(hub, anna, document, `Thank you, @${await handleOf(hub, bert)}!`, question);
  await bell.click();
  await other
    .getByRole('dialog', { name: 'Notifications' })
    .getByRole('link', { name: /You were mentioned/ })
    .click();
  const linked = comments(other).filter({ hasText: 'Thank you, @' });
  await expect(linked).toBeInViewport();
  await expect(linked).toBeFocused();
  await expect(other).toHaveURL(/#comment-[\da-f-]{36}$/);
  // The neighboring comments are loaded, with a link to the others.
  await expect(comments(other)).toHaveCount(6);
  await other.getByRole('button', { name: 'Show 5 earlier replies' }).click();
  await expect(comments(other)).toHaveCount(11);
  await other.getByRole('button', { name: 'Older comments' }).click();
  await expect(comments(other)).toHaveCount(31);
  await expect(other.getByRole('button', { name: 'Older comments' })).toBeHidden();
  await linked.getByRole('link', { name: /^@/ }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Bert Asks' })).toBeVisible();

  const page = await hub.open(anna);
  await page.goto('/user/profile?tab=activity');
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByRole('listitem').filter({ hasText: 'Thank you' }).getByRole('link').click();
  await expect(comments(page).filter({ hasText: 'Thank you, @' })).toBeInViewport();

  const { id } = await say(hub, bert, document, 'Gone soon');
  await hub.api(bert, 'DELETE', `/comments/${id}`);
  await page.goto(`/docs/${document.slug}#comment-${id}`);
  await expect(page.getByText('The linked comment was deleted')).toBeVisible();
});

test('a comment is edited by keyboard alone, and deleted by its author and by moderators', async ({ hub }) => {
  const document = await publish(hub);
  const author = await hub.createUser('VIEWER', 'Wanda Writes');
  await say(hub, author, document, 'Half a sentence');
  const page = await hub.open(author);
  await page.goto(`/docs/${document.slug}`);
  const field = page.getByLabel('Write a comment');
  // Keyboard only: the focus moves into the field and back.
  const edit = page.getByRole('button', { name: 'Edit your comment' });
  const edited = page.getByRole('textbox', { name: 'Edit your comment' });
  await edit.press('Enter');
  await expect(edited).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(edited).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('A whole sentence.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Save comment' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(edit).toBeFocused();
  await expect(comments(page)).toContainText('A whole sentence.');
  await expect(comments(page)).toContainText('edited');
  await field.fill('Too much');
  await field.press('ControlOrMeta+Enter');
  await expect(comments(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete your comment' }).last().press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(comments(page)).toHaveCount(1);
  await expect(comments(page)).toBeFocused();

  const moderator = await hub.open(await hub.createUser('EDITOR'));
  await moderator.goto(`/docs/${document.slug}`);
  await moderator.getByRole('button', { name: 'Delete the comment by Wanda Writes' }).click();
  const question = moderator.getByRole('alertdialog', { name: 'Delete this comment?' });
  await expect(question).toContainText('Wanda Writes, “A whole sentence.”');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(comments(moderator)).toHaveCount(0);
  await expect(moderator.getByRole('heading', { name: 'Comments' })).toBeFocused();
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
  await expect(notice.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('users without the permission see why they cannot react, by keyboard too, and can bookmark', async ({ hub }) => {
  const document = await publish(hub);
  const role = `QUIET_${Date.now().toString(36).toUpperCase()}`;
  await hub.api(await hub.createUser('ADMIN'), 'POST', '/admin/custom-roles', { name: role, display_name: role });
  const page = await hub.open(await hub.createUser(role));
  await page.goto(`/docs/${document.slug}`);
  await expect(reaction(page, 'Like')).toHaveAccessibleDescription(/Your role can’t react/);
  await reaction(page, 'Like').focus();
  await expect(page.getByRole('tooltip').filter({ visible: true })).toHaveCount(1);
  await page.setViewportSize({ width: 360, height: 800 });
  await reaction(page, 'Helpful').focus();
  expect(await page.evaluate(() => window.document.documentElement.scrollWidth)).toBe(360);
  await reaction(page, 'Like').press('Enter');
  await expect(reaction(page, 'Like')).toHaveAttribute('aria-pressed', 'false');
  await reaction(page, 'Bookmark').click();
  await expect(reaction(page, 'Bookmark 1')).toHaveAttribute('aria-pressed', 'true');
});

test('a reply is written by keyboard below the comment it answers, and the order is remembered', async ({ hub }) => {
  const document = await publish(hub);
  const [asks, answers] = [await hub.createUser('VIEWER', 'Ada Asks'), await hub.createUser('VIEWER', 'Bo Answers')];
  await say(hub, asks, document, 'A question');
  await say(hub, asks, document, 'A remark');
  const page = await hub.open(answers);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/docs/${document.slug}`);
  await page.getByRole('button', { name: 'Reply to Ada Asks' }).first().press('Enter');
  const field = page.getByRole('textbox', { name: 'Reply to Ada Asks' });
  await expect(field).toBeFocused();
  await field.fill('An answer');
  await field.press('ControlOrMeta+Enter');
  const replies = page.getByRole('list', { name: 'Replies to Ada Asks' });
  await expect(replies.getByRole('article')).toBeFocused();
  await expect(comments(page)).toContainText(['A question', 'An answer', 'A remark']);
  expect(await page.evaluate(() => window.document.documentElement.scrollWidth)).toBe(360);

  await page.getByRole('radio', { name: 'Newest first' }).check({ force: true });
  await expect(comments(page)).toContainText(['A remark', 'A question', 'An answer']);
  await page.reload();
  await expect(comments(page)).toContainText(['A remark', 'A question', 'An answer']);

  const author = await hub.open(asks);
  await author.goto(`/docs/${document.slug}`);
  await author.getByRole('button', { name: 'Delete your comment' }).first().click();
  await author.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(author.getByText('Comment deleted').first()).toBeVisible();
  await expect(comments(author)).toContainText(['An answer', 'A remark']);
});
