import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import type { CategoryAccessResponse } from '../../../api/generated/model/categoryAccessResponse';
import type { ForumCategoryResponse } from '../../../api/generated/model/forumCategoryResponse';
import type { ReaderChangesResponse } from '../../../api/generated/model/readerChangesResponse';
import { createForumCategory } from '../../../../test/forum-fixtures';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { ForumCategoriesScreen } from './forum-categories-screen';

const LIST = 'GET /forum/categories';
const below = createForumCategory({ id: 'below', name: 'Below', parent_category_id: 'general' });
const tree = [
  createForumCategory({ subcategories: [below], order_index: 4 }),
  createForumCategory({ id: 'other', name: 'Other' }),
];

let user: UserEvent;
beforeEach(() => {
  user = userEvent.setup();
});

async function open(categories: ForumCategoryResponse[] = tree) {
  const api = stubApi({ [LIST]: ok(categories) });
  const account = createUser({ permissions: ['forum.manage_categories', 'users.manage'] });
  await renderScreen(<ForumCategoriesScreen />, { user: account });
  return api;
}

/** Checks and closes an alert. */
async function closeAlert(name: string, text: string) {
  const dialog = await screen.findByRole('alertdialog', { name });
  expect(dialog).toHaveAccessibleDescription(text);
  await user.click(within(dialog).getByRole('button', { name: 'OK' }));
}

const setUp = () => screen.findByRole('button', { name: 'Setup Default Categories' });

test('lists subcategories beneath their parent, with numbers, color and order', async () => {
  const api = await open();
  const nested = within(await screen.findByRole('list', { name: 'Subcategories of General' }));
  expect(nested.getByRole('button', { name: 'Edit Below' })).toBeInTheDocument();
  expect(screen.getByText('Order 4')).toBeInTheDocument();
  expect(screen.getAllByText('Color #3B82F6')).toHaveLength(3);
  expect(api.sent(LIST)[0]?.query.toString()).toBe('hierarchical=true');
});

test('the empty state offers the defaults, whose message is the server’s', async () => {
  const api = await open([]);
  expect(await screen.findByRole('heading', { name: 'No Forum Categories' })).toBeInTheDocument();
  api.on('POST /forum/setup-default-categories', ok({ message: '4 default categories created successfully' }));
  api.on(LIST, ok(tree));
  await user.click(await setUp());
  await closeAlert('Default categories', '4 default categories created successfully');
  expect(await screen.findByRole('link', { name: 'General' })).toBeInTheDocument();
});

test.each([
  [400, { code: 'categories_exist' }, 'Default categories already exist'],
  [500, {}, 'Failed to setup default categories'],
])('a rejected setup (%d) says so', async (status, fields, title) => {
  const api = await open();
  api.on('POST /forum/setup-default-categories', problem(status, fields));
  await user.click(await setUp());
  expect(await screen.findByRole('alertdialog', { name: title })).toBeInTheDocument();
});

test('creates a category; an empty parent is omitted and an order that is no number counts as 0', async () => {
  const api = await open();
  await user.click(screen.getByRole('button', { name: 'Create Category' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Category' }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'New');
  await user.click(dialog.getByRole('button', { name: 'Create Category' }));
  expect(dialog.getByText('Please enter a description.')).toBeInTheDocument();
  await user.type(dialog.getByRole('textbox', { name: 'Description' }), 'About');
  const order = dialog.getByRole('textbox', { name: 'Order Index' });
  await user.clear(order);
  await user.type(order, 'first');
  api.on('POST /forum/categories', ok(createForumCategory(), 201));
  await user.click(dialog.getByRole('button', { name: 'Create Category' }));
  await closeAlert('Category created', 'Forum category created successfully');
  expect(screen.getByRole('button', { name: 'Create Category' })).toHaveFocus();
  expect(api.sent('POST /forum/categories').map(({ body }) => body)).toEqual([
    { name: 'New', description: 'About', icon: 'folder', color: '#3B82F6', order_index: 0 },
  ]);
});

const ACCESS = 'GET /forum/categories/general/access';
const createAccess = (changes: Partial<CategoryAccessResponse> = {}): CategoryAccessResponse => ({
  read_group_ids: null,
  write_group_ids: null,
  moderate_group_ids: [],
  groups: [],
  inherited: [],
  ...changes,
});
const COMPARE = 'POST /forum/categories/general/reader-changes';
const changes: ReaderChangesResponse = {
  gained: 0,
  lost: 4,
  guests_gain: false,
  guests_lose: true,
  is_open_after: false,
  groups_before: [],
  groups_after: ['Sales'],
};
const sales = { id: 'sales', name: 'Sales', source: 'hub' };

const openAccess = async (access: CategoryAccessResponse) => {
  const api = await open();
  api.on(ACCESS, ok(access));
  api.on('GET /admin/groups', ({ query }) => ok(query.get('q') === 'Board' ? [] : [sales]));
  await user.click(await screen.findByRole('button', { name: 'Edit General' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Category' }));
  const fields = within(await dialog.findByRole('group', { name: 'Who may read and write' }));
  api.on(COMPARE, ok(changes));
  const save = async (response = ok(createForumCategory({ id: 'general' }))) => {
    api.on('PUT /forum/categories/general', response);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
  };
  return { api, fields, save };
};

describe('who may read and write', () => {
  test('is limited to a group that is found, and to a new one', async () => {
    const { api, fields, save } = await openAccess(createAccess());
    const reading = within(fields.getByRole('radiogroup', { name: 'Reading' }));
    expect(reading.getByRole('radio', { name: 'Everyone' })).toBeChecked();
    await user.click(reading.getByRole('radio', { name: 'Only these groups' }));
    expect(fields.getByText('Without a group, only administrators and editors can read here.')).toBeVisible();
    const picker = fields.getByRole('combobox', { name: 'Groups that may read' });
    await user.click(picker);
    await user.click(await fields.findByRole('option', { name: 'Sales' }));
    api.on('POST /admin/groups', ok({ id: 'board', name: 'Board', source: 'hub' }, 201));
    await user.type(picker, 'Board');
    await fields.findByRole('option', { name: 'New group “Board”' });
    await user.keyboard('{Enter}');
    expect(await fields.findByRole('button', { name: 'Remove Board' })).toBeInTheDocument();
    expect(api.sent('POST /admin/groups')[0]?.body).toEqual({ name: 'Board' });
    expect(await fields.findByRole('group', { name: 'This changes who can read' })).toHaveTextContent(
      'Afterwards, only Sales can read.Guests and 4 people lose access.',
    );
    expect(api.sent(COMPARE).at(-1)?.body).toEqual({ parent_category_id: null, read_group_ids: ['sales', 'board'] });
    await save();
    await closeAlert('Category updated', 'Forum category updated successfully');
    expect(api.sent('PUT /forum/categories/general')[0]?.body).toMatchObject({
      name: 'General',
      read_group_ids: ['sales', 'board'],
      write_group_ids: null,
      moderate_group_ids: [],
    });
  });

  test('is not sent when it is unchanged, and names the limits from above', async () => {
    const inherited = [{ category_id: 'other', category_name: 'Other', limits_reading: true }];
    const { api, fields, save } = await openAccess(
      createAccess({ read_group_ids: ['sales'], groups: [sales], inherited }),
    );
    expect(fields.getByText('Limited by the category above: Other')).toBeInTheDocument();
    expect(fields.getByRole('button', { name: 'Remove Sales' })).toBeInTheDocument();
    await save();
    await closeAlert('Category updated', 'Forum category updated successfully');
    expect(api.sent('PUT /forum/categories/general')[0]?.body).not.toHaveProperty('read_group_ids');
    expect(api.sent(COMPARE)).toEqual([]);
  });

  test('that cannot be saved leaves the dialog open and says so', async () => {
    const { api, fields, save } = await openAccess(createAccess());
    await user.click(within(fields.getByRole('radiogroup', { name: 'Writing' })).getByLabelText('Only these groups'));
    await save(problem(400, { detail: 'This group no longer exists.' }));
    await closeAlert('Failed to update forum category', 'This group no longer exists.');
    expect(api.sent('PUT /forum/categories/general')).toHaveLength(1);
    expect(screen.getByRole('dialog', { name: 'Edit Category' })).toBeInTheDocument();
  });
});

test('a category is no parent of itself, and a failure shows the detail', async () => {
  const api = await open();
  api.on(ACCESS, ok(createAccess()));
  await user.click(await screen.findByRole('button', { name: 'Edit General' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Category' }));
  const parents = within(dialog.getByRole('combobox', { name: 'Parent Category' }));
  expect(parents.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'None (Top Level Category)',
    'Other',
  ]);
  api.on('PUT /forum/categories/general', problem(409, { detail: 'There is one with this name.' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await closeAlert('Failed to update forum category', 'There is one with this name.');
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('General');
  api.on('PUT /forum/categories/general', ok(createForumCategory()));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await closeAlert('Category updated', 'Forum category updated successfully');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('deletes after a question and shows the server’s reason when it refuses', async () => {
  const api = await open();
  api.on('DELETE /forum/categories/other', problem(409, { detail: '“Other” contains threads.' }));
  await user.click(await screen.findByRole('button', { name: 'Delete Other' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete category' });
  expect(question).toHaveTextContent('Are you sure you want to delete "Other"? This action cannot be undone.');
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await closeAlert('Failed to delete forum category', '“Other” contains threads.');

  api.on('DELETE /forum/categories/other', ok({ message: '' }));
  api.on(LIST, ok(tree.slice(0, 1)));
  await user.click(screen.getByRole('button', { name: 'Delete Other' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await closeAlert('Category deleted', 'Forum category deleted successfully');
  await waitFor(() => {
    expect(screen.queryByRole('link', { name: 'Other' })).not.toBeInTheDocument();
  });
});

test('a failed fetch says so', async () => {
  stubApi({ [LIST]: problem(500) });
  await renderScreen(<ForumCategoriesScreen />, { user: createUser() });
  const message = { level: 2, name: 'Failed to fetch forum categories' } as const;
  await user.click(within(await screen.findByRole('alertdialog', { name: message.name })).getByRole('button'));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', message)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('alertdialog', { name: message.name })).toBeInTheDocument();
});
