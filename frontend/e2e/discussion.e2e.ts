import type { Page } from '@playwright/test';
import { expect, test, type Hub, type TestUser } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';
import { createUniqueWord } from './support/unique-words.js';

interface Published {
  id: string;
  slug: string;
}

async function publish(hub: Hub, content = 'words'): Promise<Published> {
  const editor = await hub.createUser('EDITOR');
  return hub.api(editor, 'POST', '/documents', { title: `Discussed ${Date.now()}`, content, status: 'PUBLISHED' });
}

const say = (hub: Hub, person: TestUser, { id }: Published, content: string) =>
  hub.api<{ id: string }>(person, 'POST', '/comments', { content_type: 'document', content_id: id, content });

const handleOf = async (hub: Hub, { id }: TestUser) =>
  (await hub.api<{ handle: string }>(null, 'GET', `/users/${id}/profile`)).handle;

const reaction = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Reactions' }).getByRole('button', { name });
const comments = (page: Page) => page.getByRole('region', { name: 'Comments' }).getByRole('listitem');

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
  await reaction(page, 'Helpful').click();
  await reaction(page, 'Confused').click();
  await expect(reaction(page, 'Confused 1')).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(reaction(page, 'Helpful 1')).toHaveAttribute('aria-pressed', 'true');

  await page.route('**/api/reactions', (route) => route.abort());
  await reaction(page, 'Bookmark').click();
  await page.getByRole('alertdialog', { name: 'Error updating bookmark' }).getByRole('button', { name: 'OK' }).click();
  await expect(reaction(page, 'Bookmark')).toHaveAttribute('aria-pressed', 'false');
  await expect(reaction(page, 'Bookmark')).toHaveAccessibleName('Bookmark');

  const guest = await hub.open();
  await guest.goto(`/docs/${document.slug}`);
  await reaction(guest, 'Helpful 1').click();
  await guest.getByRole('alertdialog', { name: 'Sign in to react' }).getByRole('button', { name: 'Login' }).click();
  await expect(guest).toHaveURL('/login');
});

test('a link to a comment shows it among newer and older ones', async ({ hub }) => {
  test.setTimeout(60_000);
  const document = await publish(hub, 'words\n\n'.repeat(80));
  const [anna, bert] = [await hub.createUser('VIEWER', 'Anna Answers'), await hub.createUser('VIEWER', 'Bert Asks')];
  await say(hub, anna, document, `Thank you, @${await handleOf(hub, bert)}!`);
  const other = await hub.open(bert);
  await other.goto('/');
  const bell = other.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  for (let number = 1; number <= 24; number++) await say(hub, anna, document, `Since then, ${number}`);
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
  await expect(comments(other).filter({ hasText: 'Since then, 1' }).first()).toBeVisible();
  await expect(comments(other)).toHaveCount(5);
  await other.getByRole('button', { name: 'Newer comments' }).click();
  await expect(comments(other)).toHaveCount(25);
  await expect(other.getByRole('button', { name: 'Newer comments' })).toBeHidden();
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

test('drafts survive, comments are created once, edited by their author and deleted by moderators', async ({ hub }) => {
  const document = await publish(hub);
  const page = await hub.open(await hub.createUser('VIEWER', 'Wanda Writes'));
  await page.goto(`/docs/${document.slug}`);
  const field = page.getByLabel('Write a comment');
  const send = page.getByRole('button', { name: 'Comment', exact: true });
  await field.fill('  ');
  await send.click();
  await expect(page.getByText('Write something first.')).toBeVisible();
  await field.fill('Half a **sen');
  await page.reload();
  await expect(field).toHaveValue('Half a **sen');
  await field.fill('Half a **sentence**');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.locator('form strong')).toHaveText('sentence');

  // The server creates the comment, but the response is lost.
  await page.route('**/api/comments', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send.click();
  await expect(page.getByText('Your comment was not sent.')).toBeVisible();
  await page.unroute('**/api/comments');
  await send.click();
  await expect(comments(page)).toHaveCount(1);
  await expect(page.getByText('1 comment', { exact: true })).toBeAttached();
  await page.reload();
  await expect(comments(page)).toHaveCount(1);
  await expect(field).toHaveValue('');

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
  await page.getByRole('button', { name: 'Delete your comment' }).first().press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(comments(page)).toHaveCount(1);
  await expect(comments(page)).toBeFocused();

  const reader = await hub.open(await hub.createUser());
  await reader.goto(`/docs/${document.slug}`);
  await reader.getByRole('button', { name: 'Reply to Wanda Writes' }).click();
  await expect(reader.getByLabel('Write a comment')).toHaveValue(/^@wanda-writes\S* $/);
  await expect(reader.getByRole('button', { name: /^(Edit|Delete) (the|your) comment/ })).toHaveCount(0);

  const moderator = await hub.open(await hub.createUser('EDITOR'));
  await moderator.goto(`/docs/${document.slug}`);
  await moderator.getByRole('button', { name: 'Delete the comment by Wanda Writes' }).click();
  const question = moderator.getByRole('alertdialog', { name: 'Delete this comment?' });
  await expect(question).toContainText('Wanda Writes, “A whole sentence.”');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(comments(moderator)).toHaveCount(0);
  await expect(moderator.getByRole('heading', { name: 'Comments' })).toBeFocused();

  const guest = await hub.open();
  await guest.goto(`/docs/${document.slug}`);
  await expect(guest.getByText('No comments yet.')).toBeVisible();
  await expect(guest.getByRole('region', { name: 'Comments' }).getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(guest.getByLabel('Write a comment')).toHaveCount(0);
});

test('mention suggestions are selected or dismissed by keyboard', async ({ hub }) => {
  const document = await publish(hub);
  const family = createUniqueWord();
  for (const first of ['Ada', 'Bea']) await hub.createUser('VIEWER', `${first} ${family}`);
  const page = await hub.open(await hub.createUser());
  await page.goto(`/docs/${document.slug}`);
  const field = page.getByLabel('Write a comment');
  const options = page.getByRole('listbox', { name: 'People to mention' }).getByRole('option');
  await field.pressSequentially(`to me@${family}, or`);
  await field.press('Home');
  await field.pressSequentially(`Dear @${family.slice(0, 5)}`);
  await expect(options).toHaveCount(2);
  await expect(field).toHaveAccessibleDescription(/type @ to mention someone/);
  const second = (await options.nth(1).textContent()) ?? '';
  await field.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id')) ?? '');
  await field.press('Tab');
  const [, handle = ''] = /@(\S+)$/.exec(second) ?? [];
  await expect(field).toHaveValue(`Dear @${handle} to me@${family}, or`);
  await expect(field).toBeFocused();
  // Typing continues at the caret.
  await field.pressSequentially(`and @${family.slice(0, 5)}`);
  await expect(options).toHaveCount(2);
  await field.press('Escape');
  await expect(options).toHaveCount(0);
  const request = page.waitForResponse(/suggestions.*content_type=user/);
  await field.pressSequentially(` or @${family.slice(0, 6)}`);
  await request;
  await options.first().click();
  await expect(field).toHaveValue(new RegExp(`^Dear @${handle} and @${family.slice(0, 5)} or @\\S+ to me`));

  // Failing suggestions must not interrupt typing.
  await page.route('**/api/search/suggestions*', (route) => route.abort());
  await field.fill('');
  const failed = page.waitForEvent('requestfailed');
  await field.pressSequentially(`@${family.slice(0, 7)}`);
  await failed;
  await field.press('Enter');
  await field.pressSequentially('Next');
  await expect(field).toHaveValue(`@${family.slice(0, 7)}\nNext`);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});
