import type { Page } from '@playwright/test';
import { findViolations } from './support/axe.js';
import { expectToast } from './support/dialogs.js';
import { expect } from './support/hub.js';
import { onePixelPng } from './support/images.js';
import { testWithOwnHub } from './support/own-hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

const test = testWithOwnHub();

/* With an app of its own, because settings apply to all users; in one worker, so that only one is started. */

test.describe.configure({ mode: 'default' });

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--hub-accent').trim());

test('first steps lead to the first field of their section', async ({ hub }) => {
  const page = await hub.open(await hub.createUser('ADMIN'));
  for (const [step, id] of [
    ['Name and logo', 'general'],
    ['Who can register', 'registration'],
  ] as const) {
    await page.goto('/');
    await page.getByRole('link', { name: step }).click();
    await expect(page.locator(`#${id}`).locator('input:focus, select:focus')).toBeInViewport();
  }
});

test('an administrator changes name, logo, color and legal links, and guests see them', async ({ hub }) => {
  const desk = await hub.open(await hub.createUser('ADMIN'));
  await desk.goto('/admin/settings');
  const general = section(desk, 'General');
  const save = general.getByRole('button', { name: 'Save General' });
  await expect(save).toBeDisabled();
  const builtIn = await accentOf(desk);
  await general.getByRole('textbox', { name: 'Name' }).fill(' ');
  await save.click();
  await expect(general.getByText('Please enter a name.')).toBeVisible();
  await expect(general.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await general.getByRole('textbox', { name: 'Name' }).fill('Team library');
  await general.getByRole('textbox', { name: 'Accent color', exact: true }).fill('purple');
  await save.click();
  await expect(general.getByText('Please enter a color such as #3B82F6.')).toBeVisible();
  await general.getByRole('textbox', { name: 'Accent color', exact: true }).fill('#FFD400');
  await expect(general.getByRole('img', { name: 'Preview of the accent color' })).toBeVisible();
  const choosing = desk.waitForEvent('filechooser');
  await general.getByRole('button', { name: 'Choose a logo' }).click();
  await (await choosing).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: onePixelPng });
  await expect(general.getByRole('img', { name: 'Preview of the logo' })).toBeVisible();
  await save.click();
  await expectToast(desk, 'Settings saved');
  await expect(save).toBeDisabled();
  // Without a reload.
  await expect(desk.getByRole('banner').getByRole('link', { name: 'Team library' })).toBeVisible();
  await expect(desk).toHaveTitle('Settings · Team library');
  await expect.poll(() => accentOf(desk)).not.toBe(builtIn);
  // A bright yellow is darkened until text in it is readable.
  expect(await findViolations(desk)).toEqual([]);

  const legal = section(desk, 'Legal');
  await legal.getByLabel('Imprint').fill('javascript:alert(1)');
  await legal.getByRole('button', { name: 'Save Legal' }).click();
  await expect(legal.getByText(/An address begins with https/)).toBeVisible();
  await legal.getByLabel('Imprint').fill('/docs');
  await legal.getByLabel('Privacy policy').fill('https://example.org/privacy');
  await legal.getByRole('button', { name: 'Save Legal' }).click();
  await expectToast(desk, 'Settings saved');

  const guest = await hub.open();
  await guest.goto('/');
  await expect(guest).toHaveTitle('Team library');
  await expect.poll(() => accentOf(guest)).toBe(await accentOf(desk));
  const logo = guest.getByRole('banner').locator('img[src*="/files/"]');
  await expect(logo).toBeVisible();
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  const footer = guest.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', 'https://example.org/privacy');
  await waitUntilSettled(guest);
  expect(await findViolations(guest)).toEqual([]);
  await footer.getByRole('link', { name: 'Imprint' }).click();
  await expect(guest).toHaveURL('/docs');
});

test('sections are saved one by one, and leaving unsaved changes asks', async ({ hub }) => {
  const desk = await hub.open(await hub.createUser('ADMIN'));
  await desk.goto('/admin/settings');
  const review = section(desk, 'Review');
  const community = section(desk, 'Community');
  await review.getByRole('switch', { name: 'Review new videos' }).uncheck();
  await community.getByLabel('Links per post of new members').fill('1001');
  await community.getByRole('button', { name: 'Save Community' }).click();
  await expect(community.getByText('0 to 1,000.')).toHaveCount(2);
  await community.getByLabel('Links per post of new members').fill('7');

  await desk.getByRole('link', { name: 'Audit log' }).click();
  const question = desk.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question).toContainText('Your changes in Review, Community will be lost.');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await review.getByRole('button', { name: 'Save Review' }).click();
  await expectToast(desk, 'Settings saved');
  await expect(community.getByLabel('Links per post of new members')).toHaveValue('7');
  await community.getByRole('button', { name: 'Discard changes' }).click();
  await expect(community.getByLabel('Links per post of new members')).toHaveValue('2');

  // Nothing unsaved: leaving does not ask. The change is in the log.
  await desk.getByRole('link', { name: 'Audit log' }).click();
  await expect(desk).toHaveURL('/admin/audit-log');
  const row = desk.getByRole('row').filter({ hasText: 'Review new videos' });
  await expect(row).toContainText('Changed the setting from yes to no');
  await row.getByRole('link', { name: 'Review new videos' }).click();
  const reviewed = section(desk, 'Review').getByRole('switch', { name: 'Review new videos' });
  await expect(reviewed).not.toBeChecked();
  // Other files may use the same hub.
  await reviewed.check();
  const saved = desk.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
  await section(desk, 'Review').getByRole('button', { name: 'Save Review' }).click();
  await saved;
});

test('registration by email domain needs a domain; a test mail and retention work on a phone', async ({ hub }) => {
  const admin = await hub.createUser('ADMIN');
  const desk = await hub.open(admin);
  await desk.setViewportSize({ width: 360, height: 740 });
  await desk.route('**/api/admin/settings', (route) => route.fulfill({ status: 500, body: '{}' }));
  await desk.goto('/admin/settings');
  await expect(desk.getByText('The settings could not be loaded.')).toBeVisible();
  await desk.unroute('**/api/admin/settings');
  await desk.getByRole('button', { name: 'Try again' }).click();
  const registration = section(desk, 'Access');
  const save = registration.getByRole('button', { name: 'Save Access' });
  // The tests have no mail server.
  await expect(registration.getByText('Without a mail server, email addresses aren’t confirmed.')).toBeVisible();
  await registration.getByText('People with certain email addresses').click();
  await save.click();
  await expect(registration.getByText('Please add at least one domain.')).toBeVisible();
  await registration.getByLabel('Email domains').fill('example.org, nodomain');
  await save.click();
  await expect(registration.getByText(/“nodomain” must look like example.org/)).toBeVisible();
  await registration.getByLabel('Email domains').fill('Example.org, team.example.com');
  await save.click();
  await expectToast(desk, 'Settings saved');
  await expect(registration.getByLabel('Email domains')).toHaveValue('example.org, team.example.com');
  await registration.getByText('Everyone', { exact: true }).click();
  await save.click();
  await expectToast(desk, 'Settings saved');

  const mail = section(desk, 'Mail');
  await mail.getByRole('button', { name: 'Send test email' }).click();
  await expect(mail.getByRole('status')).toContainText(
    `The email to ${admin.email} was written to the server’s log, not sent.`,
  );
  const retention = section(desk, 'Retention');
  await retention.getByLabel('Audit log (days)').fill('90');
  await retention.getByRole('button', { name: 'Save Retention' }).press('Enter');
  await expectToast(desk, 'Settings saved');
  await retention.getByLabel('Audit log (days)').fill('0');
  await retention.getByRole('button', { name: 'Save Retention' }).click();
  await expect(retention.getByRole('button', { name: 'Save Retention' })).toBeDisabled();
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
