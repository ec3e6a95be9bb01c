import { readFile } from 'node:fs/promises';
import { expectToast } from './support/dialogs.js';
import { expect, test } from './support/hub.js';
import { onePixelPng } from './support/images.js';

test('a user changes their profile and avatar, and others see it', async ({ hub }) => {
  const person = await hub.createUser('VIEWER', `Petra ${Date.now().toString(36)}`);
  const page = await hub.open(person);
  await page.goto('/');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Edit Profile' }).click();
  await expect(page).toHaveURL('/user/profile');
  const name = `Dr. ${person.name}`;
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Bio').fill('I measure things.\nMostly twice.');
  const skills = page.getByLabel('Skills');
  for (const skill of ['Optics', 'Optics', '  ', 'Calibration']) {
    await skills.fill(skill);
    await skills.press('Enter');
  }
  await page.getByRole('button', { name: 'Remove Calibration' }).click();
  await page.getByLabel('Location').fill('Jena');
  await page.getByLabel('Website').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Start with https://')).toBeVisible();
  await page.getByLabel('Website').fill('https://example.org/petra');
  await page.getByLabel('Signature').fill('Measure **twice**, cut once.');
  await expect(page.getByLabel('By email')).toHaveAccessibleDescription(/confirmed your email address/);
  await page.getByLabel('By email').uncheck();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose image' }).click();
  await (await choosing).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: onePixelPng });
  const save = page.getByRole('button', { name: 'Save profile' });
  await save.press('Enter');
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(save).toBeFocused();
  await expect(page.getByRole('button', { name: `Account of ${name}` }).locator('img')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Signature')).toHaveValue('Measure **twice**, cut once.');
  await expect(page.getByLabel('By email')).not.toBeChecked();
  await expect(page.getByLabel('In the hub (bell)')).toBeChecked();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(1);

  const guest = await hub.open();
  for (const path of [`/user/${person.id}`, `/users/${person.id}/profile`]) {
    await guest.goto(path);
    await expect(guest.getByRole('heading', { level: 1, name })).toBeVisible();
  }
  const main = guest.getByRole('main');
  await expect(main.getByText('Mostly twice.')).toBeVisible();
  await expect(main.getByText('Optics', { exact: true })).toBeVisible();
  await expect(main.getByText('Jena')).toBeVisible();
  await expect(main.getByRole('link', { name: 'example.org/petra' })).toHaveAttribute(
    'href',
    'https://example.org/petra',
  );
  await expect(main.locator('img')).toHaveAttribute('src', /\/api\/files\//);
  await expect(main.getByText('Statistics')).toBeVisible();
  expect(await guest.content()).not.toContain(person.email);
  for (const action of ['Message', 'Follow']) {
    const button = main.getByRole('button', { name: action });
    await expect(button).toBeDisabled();
    await button.focus();
    await expect(main.getByRole('tooltip').filter({ visible: true })).toContainText('Messages and following');
    await expect(button).toHaveAccessibleDescription(/Messages and following/);
  }
  await guest.goto('/user/00000000-0000-7000-8000-000000000000');
  await expect(guest.getByRole('heading', { name: 'User not found' })).toBeVisible();
});

test('profile input survives a rejected save and a tab change, and leaving asks for confirmation', async ({ hub }) => {
  const person = await hub.createUser();
  const page = await hub.open(person);
  await page.goto('/user/profile');
  await page.getByLabel('Bio').fill('Words I want to keep');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
  await page.getByRole('tab', { name: 'Edit Profile' }).click();
  await expect(page.getByLabel('Bio')).toHaveValue('Words I want to keep');
  await page.route('**/api/profile', (route) => route.abort());
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Error updating profile' })).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByLabel('Bio')).toHaveValue('Words I want to keep');
  await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Docs' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Bio')).toHaveValue('Words I want to keep');
  await page.unroute('**/api/profile');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'My Profile' }).click();
  await expect(page).toHaveURL(`/user/${person.id}`);
  await expect(page.getByText('Words I want to keep')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page).toHaveURL('/user/profile');
});

test('a public profile shows what is visible to the reader, and recovers from a failure', async ({ hub }) => {
  const person = await hub.createUser('EDITOR', 'Paula Public');
  const guest = await hub.open();
  await guest.goto(`/user/${person.id}`);
  const activity = guest.getByRole('region', { name: 'Activity' });
  await expect(activity).toContainText('Paula Public has no activity you can see.');
  const { id } = await hub.api<{ id: string }>(person, 'POST', '/documents', {
    title: 'In the open',
    content: 'words',
    status: 'PUBLISHED',
  });
  await hub.api(person, 'POST', '/documents', { title: 'Not yet', content: 'words' });
  await hub.api(person, 'POST', '/comments', {
    content_type: 'document',
    content_id: id,
    content: 'A **remark** on it',
  });
  const items = activity.getByRole('listitem');
  await guest.route(/\/activity\?/, (route) =>
    route.continue({ url: route.request().url().replace('limit=20', 'limit=1') }),
  );
  // Client-side navigation, because the server renders reloaded pages.
  const { pathname } = new URL(guest.url());
  await guest.goto('/');
  await guest.evaluate((url) => {
    history.pushState(null, '', url);
  }, pathname);
  await expect(items).toHaveCount(1);
  await expect(items.first()).toContainText('A remark on it');
  await guest.route(/\/activity\?/, (route) => route.fulfill({ status: 500 }), { times: 1 });
  await activity.getByRole('button', { name: 'Load more' }).click();
  await expect(activity.getByRole('alert')).toContainText('More could not be loaded.');
  await expect(activity.getByRole('button', { name: 'Try again' })).toBeFocused();
  await guest.keyboard.press('Enter');
  await expect(items).toHaveCount(2);
  await expect(items.nth(1).getByRole('link', { name: 'In the open' })).toBeFocused();
});

test('one and all other sessions end, the API tokens stay when the user keeps them, and the data is exported', async ({
  hub,
}) => {
  const person = await hub.createUser();
  await hub.api(person, 'POST', '/auth/api-tokens', { name: 'Export', scopes: ['read'] });
  const page = await hub.open(person);
  const endOthers = async () => {
    await hub.api(null, 'POST', '/auth/login-manual', { email: person.email, password: person.password });
    await page.goto('/user/profile?tab=settings');
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    return page.getByRole('alertdialog', { name: 'End all other sessions?' });
  };
  const tokens = () => hub.api<object[]>(person, 'GET', '/auth/api-tokens');
  const keeping = await endOthers();
  await expect(keeping.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const choice = keeping.getByRole('checkbox', { name: 'Also revoke my API tokens' });
  await expect(choice).toBeChecked();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await expect(choice).not.toBeChecked();
  await keeping.getByRole('button', { name: 'End all other sessions' }).click();
  await expectToast(page, 'One other session was ended.');
  expect(await tokens()).toHaveLength(1);
  const revoking = await endOthers();
  await revoking.getByRole('button', { name: 'End all other sessions' }).click();
  await expectToast(page, 'One other session was ended, and your API tokens are revoked.');
  expect(await tokens()).toEqual([]);
  await expect(page.getByText('This browser')).toHaveCount(1);
  const ends = page.getByRole('button', { name: /^End the session of / });
  await expect(ends).toHaveCount(0);

  const { session_token } = await hub.api<{ session_token: string }>(null, 'POST', '/auth/login-manual', person);
  await page.reload();
  await ends.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click();
  await expect(page.getByText('The session has ended')).toBeVisible();
  await expect(ends).toHaveCount(0);
  await expect(hub.api({ ...person, token: session_token }, 'GET', '/auth/me')).rejects.toThrow('401');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export data' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(person.email);
});
