import { expect, test } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

test('a guest with a German browser reads in German, until the links at the end of a page change it', async ({
  hub,
  browser,
  address,
}) => {
  const author = await hub.createUser('EDITOR');
  const title = `Sprache ${Date.now()}`;
  const { slug } = await hub.api<{ slug: string }>(author, 'POST', '/documents', {
    title,
    content: 'words',
    status: 'PUBLISHED',
  });
  const page = await hub.open(undefined, { locale: 'de-DE', viewport: { width: 360, height: 800 } });
  await page.goto(`/docs/${slug}`);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Anmelden' })).toBeVisible();
  const [canonical, german] = ['canonical', 'alternate"][hreflang="de'].map((rel) =>
    page.locator(`link[rel="${rel}"]`),
  );
  await expect(canonical ?? html).toHaveAttribute('href', `${address}/docs/${slug}`);
  await expect(german ?? html).toHaveAttribute('href', `${address}/docs/${slug}?lang=de`);

  const languages = page.getByRole('navigation', { name: 'Sprache' });
  await expect(languages.getByRole('link', { name: 'Deutsch' })).toHaveAttribute('aria-current', 'true');
  const english = languages.getByRole('link', { name: 'English' });
  expect((await english.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await english.focus();
  await page.keyboard.press('Enter');
  await expect(html).toHaveAttribute('lang', 'en');
  await expect(page).toHaveURL(`/docs/${slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await page.goto('/docs?sort=views');
  await expect(html).toHaveAttribute('lang', 'en');

  const plain = await browser.newPage({ baseURL: address, locale: 'en-US', javaScriptEnabled: false });
  await plain.goto('/docs?sort=views');
  await plain.getByRole('link', { name: 'Deutsch' }).click();
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Dokumente');
  await plain.goto('/videos');
  await expect(plain.locator('html')).toHaveAttribute('lang', 'de');
  await plain.close();
});

test('members choose their language in their profile, and the hub has a default', async ({ hub, browser, address }) => {
  const user = await hub.createUser('ADMIN');
  const page = await hub.open(user);
  await page.goto('/user/profile?tab=settings');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await page.getByRole('button', { name: 'Save language' }).click();
  await expect(page.getByRole('combobox', { name: 'Sprache' })).toHaveValue('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page).toHaveURL('/user/profile?tab=settings');
  await waitUntilSettled(page);

  const guest = await hub.open();
  await guest.goto('/login');
  await guest.getByLabel('Email').fill(user.email);
  await guest.getByLabel('Password', { exact: true }).fill(user.password);
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText(`Willkommen, ${user.name}`);

  await page.goto('/admin/settings');
  const general = page.getByRole('region', { name: 'Allgemein' });
  await expect(general.getByRole('combobox', { name: 'Sprache' })).toHaveValue('en');
  const chooseDefault = async (name: string) => {
    await general.getByRole('combobox', { name: 'Sprache' }).selectOption(name);
    await general.getByRole('button', { name: /speichern/i }).click();
    await expect(general.getByRole('button', { name: /speichern/i })).toBeDisabled();
  };
  await chooseDefault('Deutsch');
  // Not one of the languages that there are.
  const french = await browser.newPage({ baseURL: address, locale: 'fr-FR' });
  await french.goto('/docs');
  await expect(french.locator('html')).toHaveAttribute('lang', 'de');
  await chooseDefault('English');
  await french.close();
});
