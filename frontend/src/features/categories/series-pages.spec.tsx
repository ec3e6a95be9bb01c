import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { createUser } from '../../../test/fixtures';
import { renderScreen } from '../../../test/render-screen';
import { ok, stubApi } from '../../../test/stub-api';
import { SeriesPages } from './series-pages';

const TREE = 'GET /categories/s/tree';
const PROGRESS = 'GET /categories/s/progress';
const category = { id: 's', title: 'First steps' };
const toItem = (number: number, is_done: boolean) => ({
  type: 'document',
  id: `p${number}`,
  slug: `p${number}`,
  title: `Step ${number}`,
  status: 'PUBLISHED',
  has_children: false,
  can_move: false,
  number,
  is_done,
});
const level = ok({ items: [toItem(1, true), toItem(2, false)], next_cursor: null });
const next = { type: 'document', id: 'p2', slug: 'p2', title: 'Step 2' };

test('a member sees what is done and where to continue', async () => {
  const api = stubApi({ [TREE]: level, [PROGRESS]: ok({ next, done: 1, total: 2 }) });
  await renderScreen(<SeriesPages category={category} />, { user: createUser() });
  expect(await screen.findByText('Continue where you stopped')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Step 2' })).toHaveAttribute('href', '/docs/p2');
  expect(screen.getByRole('progressbar', { name: '1 of 2 done' })).toHaveValue(50);
  expect((await screen.findAllByRole('treeitem')).map((row) => row.textContent)).toEqual(['1.Step 1', '2.Step 2']);
  expect(screen.getByRole('treeitem', { name: /Step 1 Done/ })).toBeVisible();
  expect(api.sent(PROGRESS)).toHaveLength(1);
});

test('a finished series says so', async () => {
  stubApi({ [TREE]: level, [PROGRESS]: ok({ next: null, done: 2, total: 2 }) });
  await renderScreen(<SeriesPages category={category} />, { user: createUser() });
  expect(await screen.findByText('You’ve finished this series.')).toBeVisible();
});

test('guests see the pages only', async () => {
  const api = stubApi({ [TREE]: level });
  await renderScreen(<SeriesPages category={category} />);
  expect(await screen.findAllByRole('treeitem')).toHaveLength(2);
  expect(api.sent(PROGRESS)).toEqual([]);
});
