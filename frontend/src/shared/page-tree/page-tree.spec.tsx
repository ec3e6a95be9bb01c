import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { CategoryResponse } from '../../api/generated/model/categoryResponse';
import type { TreeItemResponse } from '../../api/generated/model/treeItemResponse';
import { createUser } from '../../../test/fixtures';
import { renderScreen } from '../../../test/render-screen';
import { ok, problem, stubApi } from '../../../test/stub-api';
import CategoryTreeView from './category-tree-view';
import MovePageDialog from './move-page-dialog';
import { PageTree } from './page-tree';
import { closeNode, openFirstNodes } from './tree-state';

const category = {
  id: 'c',
  title: 'Handbook',
  name: 'Handbook',
  icon: '',
  color: '#0f766e',
  is_restricted: false,
  restricted_to: [],
  abilities: { write: true },
};
const TREE = 'GET /categories/c/tree';

const toItem = (id: string, changes: Partial<TreeItemResponse> = {}): TreeItemResponse => ({
  type: 'document',
  id,
  slug: id,
  title: `Page ${id}`,
  status: 'PUBLISHED',
  has_children: false,
  can_move: true,
  number: null,
  is_done: null,
  ...changes,
});

/** The levels of the tree by their parents; '' is the root level. */
const serve = (levels: Record<string, TreeItemResponse[]>) => (request: { query: URLSearchParams }) =>
  ok({ items: levels[request.query.get('parent_id') ?? ''] ?? [], next_cursor: null });

const focus = (element: HTMLElement) => {
  act(() => {
    element.focus();
  });
};
const row = (name: string | RegExp) => screen.findByRole('treeitem', { name });

beforeEach(() => {
  // As if the reader had been here before.
  openFirstNodes([], false);
  for (const id of ['a', 'b', 'c', 'a1']) closeNode(id);
});

test('the tree shows the current page and what is above it, and loads levels when they are opened', async () => {
  const api = stubApi({
    [TREE]: serve({
      '': [toItem('a', { has_children: true }), toItem('b', { has_children: true })],
      a: [toItem('a1', { type: 'video' })],
      b: [toItem('b1', { status: 'DRAFT' })],
    }),
  });
  const trail = [{ type: 'document' as const, id: 'a', slug: 'a', title: 'Page a' }];
  await renderScreen(<PageTree category={category} current={{ id: 'a1', trail }} />);
  const current = await row('Video Page a1');
  expect(current).toHaveAttribute('aria-current', 'page');
  expect(current).toHaveAttribute('href', '/videos/a1');
  expect(current).toHaveAttribute('tabindex', '0');
  expect(api.sent(TREE)).toHaveLength(2);

  focus(current);
  await userEvent.keyboard('{ArrowDown}');
  const b = await row('Page b');
  expect(b).toHaveFocus();
  expect(b).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{ArrowRight}');
  expect(await row(/^Page b1/)).toHaveAttribute('aria-level', '2');
  await userEvent.keyboard('{ArrowRight}');
  expect(await row(/^Page b1/)).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(b).toHaveFocus();
  expect(screen.queryByText('Page b1')).toBeNull();
  await userEvent.keyboard('{Home}');
  expect(await row('Page a')).toHaveFocus();
});

test('a level that could not be loaded can be tried again', async () => {
  const api = stubApi({ [TREE]: problem(500) });
  await renderScreen(<PageTree category={category} current={{ id: 'a', trail: [] }} />);
  expect(await screen.findByRole('alert')).toBeVisible();
  api.on(TREE, serve({ '': [toItem('a')] }));
  await userEvent.click(await row('Try again'));
  expect(await row('Page a')).toHaveAttribute('aria-current', 'page');
});

const categories = [
  { ...category, description: '', parent_category_id: null, order_index: 0, content_count: 2 },
] as unknown as CategoryResponse[];

test('Alt and an arrow key move a page, which keeps the focus', async () => {
  let isMoved = false;
  const api = stubApi({
    'GET /categories': ok(categories),
    [TREE]: (request) =>
      serve(
        isMoved
          ? { '': [toItem('a', { has_children: true })], a: [toItem('b')] }
          : { '': [toItem('a'), toItem('b'), toItem('x', { can_move: false })] },
      )(request),
    'PUT /content/document/b/position': () => {
      isMoved = true;
      return ok({});
    },
  });
  await renderScreen(<CategoryTreeView />, { user: createUser() });
  await userEvent.click(await row('Handbook'));
  focus(await row('Page x'));
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(screen.getByRole('status')).toHaveTextContent('Only its author and editors can move “Page x”.');

  focus(await row('Page b'));
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await waitFor(async () => {
    expect(await row('Page b')).toHaveFocus();
    expect(await row('Page b')).toHaveAttribute('aria-level', '3');
  });
  expect(api.sent('PUT /content/document/b/position')[0]?.body).toEqual({ category_id: 'c', parent_id: 'a' });
  expect(screen.getByRole('status')).toHaveTextContent('Moved “Page b”.');
});

test('the dialog says before a move to another category who gains and loses access', async () => {
  const other = { ...categories[0], id: 'd', title: 'Board', name: 'Board' } as CategoryResponse;
  const api = stubApi({
    'GET /categories': ok([...categories, other]),
    [TREE]: serve({ '': [toItem('a')] }),
    'GET /categories/d/tree': serve({ '': [] }),
    'POST /categories/reader-changes': ok({
      gained: 0,
      lost: 2,
      guests_gain: false,
      guests_lose: true,
      is_open_after: false,
      groups_before: [],
      groups_after: ['Board'],
    }),
  });
  const page = { type: 'document', id: 'a', title: 'Page a', category, trail: [] } as const;
  await renderScreen(<MovePageDialog page={page} onClose={jest.fn()} />, { user: createUser() });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Category' }), 'Board');
  const notice = await screen.findByRole('group', { name: 'This changes who can read' });
  expect(notice).toHaveTextContent('Afterwards, only Board can read.Guests and 2 people lose access.');
  expect(api.sent('POST /categories/reader-changes')[0]?.body).toEqual({ item_ids: ['a'], to: 'd' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Handbook');
  expect(screen.queryByRole('group', { name: 'This changes who can read' })).toBeNull();
});

const toCategory = (id: string, title: string, write: boolean) =>
  ({ ...categories[0], id, title, name: title, abilities: { write } }) as CategoryResponse;

test('the dialog offers the category of the page and those in which the user may write', async () => {
  stubApi({
    'GET /categories': ok([
      toCategory('r', 'Rules', false),
      toCategory('c', 'Handbook', false),
      toCategory('d', 'Board', true),
    ]),
    [TREE]: serve({ '': [toItem('a')] }),
    'GET /categories/d/tree': serve({ '': [] }),
    'POST /categories/reader-changes': ok({ gained: 0, lost: 0, guests_gain: false, guests_lose: false }),
  });
  const page = { type: 'document', id: 'a', title: 'Page a', trail: [] } as const;
  await renderScreen(<MovePageDialog page={{ ...page, category }} onClose={jest.fn()} />, {
    user: createUser(),
  });
  const field = await screen.findByRole('combobox', { name: 'Category' });
  expect([...field.children].map(({ textContent }) => textContent)).toEqual(['Handbook', 'Board']);
  cleanup();

  // A page without a category starts at the first of them.
  await renderScreen(<MovePageDialog page={{ ...page, category: null }} onClose={jest.fn()} />, { user: createUser() });
  expect(await screen.findByRole('combobox', { name: 'Category' })).toHaveDisplayValue('Board');
});

test('the dialog moves a page below one that is found by its title', async () => {
  const api = stubApi({
    'GET /categories': ok(categories),
    [TREE]: serve({ '': [toItem('a'), toItem('b')], b: [toItem('b1')] }),
    'GET /documents': ok([{ id: 'b', title: 'Page b' }]),
    'GET /videos': ok([]),
    'PUT /content/document/a/position': problem(400, {
      errors: [{ field: 'parent_id', message: 'A page cannot be below itself.' }],
    }),
  });
  const onClose = jest.fn();
  const page = { type: 'document', id: 'a', title: 'Page a', category, trail: [] } as const;
  await renderScreen(<MovePageDialog page={page} onClose={onClose} />, { user: createUser() });
  const parent = await screen.findByRole('combobox', { name: 'Below' });
  expect(parent).toHaveValue('Top level of the category');
  await userEvent.clear(parent);
  await userEvent.type(parent, 'b');
  await screen.findByRole('option', { name: 'Page b' });
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(parent).toHaveValue('Page b');
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Place' }),
    await screen.findByText('After “Page b1”'),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Move' }));
  expect(await screen.findByText('A page cannot be below itself.')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();

  api.on('PUT /content/document/a/position', ok({}));
  await userEvent.click(screen.getByRole('button', { name: 'Move' }));
  await waitFor(() => {
    expect(onClose).toHaveBeenCalled();
  });
  expect(api.sent('PUT /content/document/a/position')[1]?.body).toEqual({
    category_id: 'c',
    parent_id: 'b',
    after_id: 'b1',
  });
});

test('a chosen category is open, alone with those below it', async () => {
  const [handbook] = categories as [CategoryResponse];
  stubApi({
    'GET /categories': ok([
      { ...handbook, is_restricted: true, restricted_to: ['Sales'] },
      { ...handbook, id: 'c1', title: 'Chapter', parent_category_id: 'c', content_count: 0 },
      { ...handbook, id: 'd', title: 'Other' },
    ]),
    [TREE]: serve({ '': [toItem('a')] }),
  });
  await renderScreen(<CategoryTreeView categoryId="c" />);
  expect(await row('Page a')).toBeVisible();
  expect(screen.getAllByRole('treeitem').map(({ textContent }) => textContent)).toEqual([
    'HandbookOnly Sales',
    'Page a',
    'Chapter',
  ]);
});
