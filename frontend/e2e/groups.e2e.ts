import type { Page } from '@playwright/test';
import { expect, test } from './support/hub.js';

const getOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

const sizes = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];

for (const size of sizes)
  test(`an administrator makes a private team space from the dashboard, ${size.width} wide`, async ({ hub }) => {
    const mark = `${size.width} ${Date.now()}`;
    const member = await hub.createUser('VIEWER', `Mia Member ${mark}`);
    const desk = await hub.open(await hub.createUser('ADMIN'));
    await desk.setViewportSize(size);
    await desk.goto('/admin');
    await desk.locator('a[href="/admin/groups"]').filter({ visible: true }).last().click();
    await expect(desk).toHaveURL('/admin/groups');

    // By keyboard: the group and its first member.
    await desk.getByRole('button', { name: 'New group' }).first().press('Enter');
    await expect(desk.getByRole('dialog', { name: 'New group' }).getByLabel('Name')).toBeFocused();
    await desk.keyboard.type(`Sales ${mark}`);
    await desk.keyboard.press('Enter');
    const members = desk.getByRole('dialog', { name: `Members of Sales ${mark}` });
    await expect(members.getByRole('combobox', { name: 'Add people' })).toBeFocused();
    await desk.keyboard.type(`Mia Member ${mark}`);
    await expect(members.getByRole('option')).toHaveCount(1);
    await desk.keyboard.press('Enter');
    await expect(members.getByRole('button', { name: `Remove Mia Member ${mark}` })).toBeVisible();
    expect(await getOverflow(desk)).toBe(0);
    await members.getByRole('button', { name: 'Done' }).click();
    await expect(desk.getByRole('row').filter({ hasText: `Sales ${mark}` })).toContainText('1 member');

    await desk.goto('/admin/categories');
    await desk.getByRole('button', { name: 'Create Category' }).first().click();
    const dialog = desk.getByRole('dialog', { name: 'Create Category' });
    await dialog.getByLabel('Name', { exact: true }).fill(`Contracts ${mark}`);
    const reading = dialog.getByRole('radiogroup', { name: 'Reading' });
    await reading.getByText('Only these groups').click();
    await expect(reading.getByRole('radio', { name: 'Only these groups' })).toBeChecked();
    await dialog.getByRole('combobox', { name: 'Groups that may read' }).fill(`Sales ${mark}`);
    await dialog.getByRole('option', { name: `Sales ${mark}`, exact: true }).click();
    expect(await getOverflow(desk)).toBe(0);
    await dialog.getByRole('button', { name: 'Create Category' }).click();
    const card = desk.getByRole('listitem').filter({ hasText: `Contracts ${mark}` });
    await expect(card).toContainText(`Only Sales ${mark}`);

    // Opening it to others says so before it is saved.
    await card.getByRole('button', { name: `Edit Contracts ${mark}` }).click();
    const edit = desk.getByRole('dialog', { name: 'Edit Category' });
    await edit.getByRole('radiogroup', { name: 'Reading' }).getByText('As each item says').click();
    const notice = edit.getByRole('group', { name: 'This changes who can read' });
    await expect(notice).toContainText(`reading is no longer limited to Sales ${mark}.`);
    await expect(notice).toContainText(/Guests (and \d+ \w+ )?gain access\./);
    expect(await getOverflow(desk)).toBe(0);
    await edit.getByRole('button', { name: 'Cancel' }).click();

    const categories = await hub.api<{ id: string; name: string }[]>(member, 'GET', '/categories');
    const id = categories.find(({ name }) => name === `Contracts ${mark}`)?.id ?? '';
    const reader = await hub.open(member);
    await reader.setViewportSize(size);
    await reader.goto(`/categories/${id}`);
    await expect(reader.getByRole('heading', { level: 1, name: `Contracts ${mark}` })).toBeVisible();
    const guest = await hub.open();
    await guest.goto(`/categories/${id}`);
    await expect(guest.getByRole('heading', { level: 1 })).not.toContainText('Contracts');

    // The open page follows when the member leaves the group.
    await desk.goto(`/admin/users?q=${encodeURIComponent(member.email)}`);
    await expect(desk.getByRole('list', { name: 'Groups' })).toContainText(`Sales ${mark}`);
    await desk.getByRole('button', { name: `More actions for Mia Member ${mark}` }).click();
    await desk.getByRole('menuitem', { name: 'Change groups' }).click();
    const groups = desk.getByRole('dialog', { name: `Groups of Mia Member ${mark}` });
    await groups.getByRole('button', { name: `Remove Sales ${mark}` }).click();
    await groups.getByRole('button', { name: 'Save' }).click();
    await expect(desk.getByText('Groups saved')).toBeVisible();
    await expect(reader.getByRole('heading', { level: 1, name: `Contracts ${mark}` })).toHaveCount(0);
  });
