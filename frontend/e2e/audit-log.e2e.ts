import { readFile } from 'node:fs/promises';
import { findViolations } from './support/axe.js';
import { expect, test } from './support/hub.js';
import { waitUntilSettled } from './support/wait-until-settled.js';

test('an administrator finds who changed a role, filters and exports', async ({ hub }) => {
  const admin = await hub.createUser('ADMIN', `Quentin${Date.now().toString(36)} Tester`);
  const name = `Wanda ${Date.now().toString(36)}`;
  const person = await hub.createUser('VIEWER', name);
  await hub.api(admin, 'PUT', `/users/${person.id}/role`, { role: 'REVIEWER' });
  const desk = await hub.open(admin);
  await desk.goto('/admin/users');
  const side = desk.getByRole('navigation', { name: 'Administration' }).filter({ visible: true });
  await side.getByRole('link', { name: 'Audit log' }).click();
  await expect(desk).toHaveURL('/admin/audit-log');
  // Only the entries about the person: other tests write to the log at the same time.
  await desk.goto(`/admin/audit-log?type=user&id=${person.id}`);
  const row = desk.getByRole('row').filter({ hasText: name }).filter({ hasText: 'from Viewer to Reviewer' });
  await expect(row).toContainText('Changed the role from Viewer to Reviewer');
  await expect(row.getByRole('link', { name: admin.name, exact: true })).toHaveAttribute('href', `/user/${admin.id}`);
  await expect(row.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/user/${person.id}`);
  await row.getByText('Details').press('Enter');
  await expect(row.getByText('Viewer', { exact: true })).toBeVisible();
  await expect(row.getByText('Reviewer', { exact: true })).toBeVisible();

  // Filters are in the address.
  await row.getByRole('link', { name: `Show only entries by ${admin.name}` }).click();
  await expect(desk.getByRole('button', { name: `Remove the filter “By ${admin.name}”` })).toBeVisible();
  await desk.getByRole('button', { name: 'Remove the filter “About one subject”' }).click();
  await expect(desk).toHaveURL(`/admin/audit-log?actor=${admin.id}`);
  await expect(desk.locator('tbody tr')).toHaveCount(1);
  await desk.getByLabel('Action').selectOption({ label: 'Document: deleted' });
  await expect(desk.getByText('No entries match')).toBeVisible();
  await desk.goBack();
  await expect(desk.locator('tbody tr')).toHaveCount(1);

  await desk.getByRole('button', { name: 'Export' }).click();
  const downloading = desk.waitForEvent('download');
  await desk.getByRole('menuitem', { name: 'As CSV for spreadsheets' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('user.role_changed,user');
  await desk.getByRole('button', { name: 'Clear filters' }).click();
  await expect(desk).toHaveURL('/admin/audit-log');
  // A user is found by name with the keyboard.
  await desk.getByRole('combobox', { name: 'User' }).pressSequentially(admin.name.slice(0, 12));
  await expect(desk.getByRole('option', { name: admin.name })).toBeVisible();
  await desk.keyboard.press('ArrowDown');
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(`/admin/audit-log?actor=${admin.id}`);
  await expect(desk.getByText('Exported the audit log as CSV')).toBeVisible();
  // Unknown values in the address are ignored, and not sent.
  const requests: string[] = [];
  desk.on('request', (request) => requests.push(request.url()));
  await desk.goto(`/admin/audit-log?actor=${admin.id}&action=user.flew&type=nothing&from=someday`);
  await expect(desk.locator('tbody tr')).toHaveCount(2);
  expect(requests.filter((url) => /flew|nothing/.test(url) && url.includes('/api/'))).toEqual([]);
});

test('pages lead to older entries and back', async ({ hub }) => {
  test.setTimeout(90_000);
  const admin = await hub.createUser('ADMIN');
  const person = await hub.createUser('VIEWER');
  for (let i = 0; i < 52; i++)
    await hub.api(admin, 'PUT', `/users/${person.id}/role`, { role: i % 2 ? 'VIEWER' : 'EDITOR' });
  const desk = await hub.open(admin);
  await desk.goto(`/admin/audit-log?actor=${admin.id}`);
  await expect(desk.locator('tbody tr')).toHaveCount(50);
  await expect(desk.getByRole('button', { name: 'Newer' })).toBeDisabled();
  await desk.getByRole('button', { name: 'Older' }).click();
  await expect(desk.locator('tbody tr')).toHaveCount(2);
  await expect(desk.getByRole('button', { name: 'Older' })).toBeDisabled();
  await desk.getByRole('button', { name: 'Newer' }).click();
  await expect(desk.locator('tbody tr')).toHaveCount(50);
});

test('entries are cards at 360 px, and a failure offers to try again', async ({ hub }) => {
  const admin = await hub.createUser('ADMIN');
  await hub.api(admin, 'PUT', `/users/${(await hub.createUser('VIEWER')).id}/role`, { role: 'EDITOR' });
  const desk = await hub.open(admin);
  await desk.setViewportSize({ width: 360, height: 740 });
  await desk.route('**/api/admin/audit-log*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await desk.goto(`/admin/audit-log?actor=${admin.id}`);
  await expect(desk.getByText('The audit log could not be loaded.')).toBeVisible();
  await desk.unroute('**/api/admin/audit-log*');
  await desk.getByRole('button', { name: 'Try again' }).click();
  await expect(desk.getByText('Changed the role from Viewer to Editor')).toBeVisible();
  await desk.getByText('Details').click();
  await waitUntilSettled(desk);
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await findViolations(desk)).toEqual([]);
});
