import { expectDialog, expectToast } from './support/dialogs.js';
import { expect, test } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

test('a badge is styled, shown on the profile, reset, and hidden', async ({ hub }) => {
  test.setTimeout(90_000);
  const mark = Date.now().toString(36).toUpperCase();
  const admin = await hub.createUser('ADMIN');
  // A role of its own, because other tests run in parallel.
  const role = await hub.api<{ name: string }>(admin, 'POST', '/admin/custom-roles', {
    name: `lead_${mark}`,
    display_name: `Lead ${mark}`,
    color: '#0369A1',
  });
  const person = await hub.createUser(role.name, `Lena ${mark}`);
  const desk = await hub.open(admin);
  const guest = await hub.open();
  const strangers: string[] = [];
  const { origin } = new URL(test.info().project.use.baseURL ?? '');
  desk.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) strangers.push(request.url());
  });

  await desk.goto('/admin/role-display');
  const shown = desk.getByRole('switch', { name: `${role.name} Lead ${mark}` });
  await expect(desk.getByText('We recommend enabling Administrator and Editor')).toBeVisible();
  await shown.check();
  await expect(desk.locator(`[data-role=${role.name}]`).getByText(`Lead ${mark}`).first()).toBeAttached();
  await desk.getByRole('button', { name: 'Save Settings' }).click();
  await expectToast(desk, /role/i);
  await guest.goto(`/user/${person.id}`);
  const badge = guest.getByRole('main').getByText(`Lead ${mark}`, { exact: true });
  await expect(badge).toHaveCSS('background-color', 'rgb(3, 105, 161)');

  await desk.goto(`/admin/role-styling?role=${role.name}`);
  const css = desk.locator('pre');
  await expect(css).toContainText('background-color: #0369A1;');
  const background = desk.getByRole('textbox', { name: 'Background color', exact: true });
  const warning = desk.getByText(/The contrast is 2\.7:1/);
  await expect(warning).toHaveCount(0);
  await background.fill('#0EA5E9');
  await expect(warning).toBeVisible();
  for (const sample of await desk.locator('[data-scheme]').getByText(`Lead ${mark}`).all())
    await expect(sample).toHaveCSS('color', 'rgb(27, 38, 48)');
  // The generated CSS is what the badge has: the readable color instead of the chosen one.
  await expect(css).toContainText('color: #1B2630;');
  for (const payload of ['url(//x)', ';}</st', 'expres']) {
    await background.fill(payload);
    await expect(css).toContainText('background-color: #0369A1;');
  }
  const padding = desk.getByLabel('Padding');
  for (const payload of [
    '4px; position:fixed',
    ';}</style><img src=//x>',
    'expression(alert(1))',
    'x'.repeat(10_240),
  ]) {
    await padding.fill(payload);
    await expect(css).toContainText('padding: 2px 8px;');
  }
  await desk.getByRole('button', { name: 'Save Styling' }).click();
  await expect(desk.getByText('Enter a color such as #3B82F6')).toBeVisible();
  await expect(background).toBeFocused();
  await background.fill('#112233');
  await padding.fill('4px 12px');
  await desk.getByLabel('Border radius').fill('9999px');
  await desk.getByLabel('Font weight').selectOption('bold');
  await desk.getByLabel('Display name').fill(`Chief ${mark}`);
  await expect(desk.getByText(/^Contrast 1\d\.\d:1$/)).toBeVisible();
  const samples = desk.locator('[data-scheme]').getByText(`Chief ${mark}`);
  await expect(samples).toHaveCount(2);
  for (const sample of await samples.all()) await expect(sample).toHaveCSS('background-color', 'rgb(17, 34, 51)');
  await expect(css).toContainText('font-weight: 700;');

  // Unsaved changes survive selecting another role, and leaving asks for confirmation.
  await desk.getByLabel('Role', { exact: true }).selectOption('EDITOR');
  await expect(background).not.toHaveValue('#112233');
  await desk.getByLabel('Role', { exact: true }).selectOption(role.name);
  await expect(background).toHaveValue('#112233');
  await desk.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Docs' }).click();
  await desk
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();

  await desk.route('**/api/admin/role-styling/*', (route) => route.abort());
  await desk.getByRole('button', { name: 'Save Styling' }).click();
  await expectDialog(desk, `Failed to save styling for ${role.name}`, 'Please try again.');
  await expect(background).toHaveValue('#112233');
  await desk.unroute('**/api/admin/role-styling/*');
  await desk.getByRole('button', { name: 'Save Styling' }).click();
  await expectToast(desk, `Styling updated for ${role.name}`);
  await expect(background).toHaveValue('#112233');
  await expect(desk.getByRole('button', { name: 'Discard changes' })).toHaveCount(0);
  await guest.reload();
  const styled = guest.getByRole('main').getByText(`Chief ${mark}`, { exact: true });
  await expect(styled).toHaveCSS('background-color', 'rgb(17, 34, 51)');
  await expect(styled).toHaveCSS('border-radius', '9999px');
  await expect(styled).toHaveCSS('font-weight', '700');

  await desk.getByRole('button', { name: 'Reset to default' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
  await expectToast(desk, `Styling reset for ${role.name}`);
  await expect(background).toHaveValue('#0369A1');

  await desk.goto('/admin/role-display');
  await shown.uncheck();
  await desk.getByRole('button', { name: 'Save Settings' }).click();
  await expectToast(desk, /role/i);
  await guest.reload();
  await expect(guest.getByRole('heading', { level: 1, name: person.name })).toBeVisible();
  await waitUntilSettled(guest);
  await expect(guest.getByText(/(Lead|Chief) /)).toHaveCount(0);
  expect(strangers).toEqual([]);
});
