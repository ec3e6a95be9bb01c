import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderScreen } from '../../../test/render-screen';
import { getPageNumbers, PageLinks } from './page-links';

const line = (page: number, pages: number) =>
  getPageNumbers(page, pages)
    .map((number) => number ?? '…')
    .join(' ');

test.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 9, '1 2 … 9'],
  [3, 9, '1 2 3 4 … 9'],
  [4, 9, '1 2 3 4 5 … 9'],
  [5, 9, '1 … 4 5 6 … 9'],
  [6, 9, '1 … 5 6 7 8 9'],
  [9, 9, '1 … 8 9'],
  [500, 100_000, '1 … 499 500 501 … 100000'],
])('page %d of %d', (page, pages, expected) => {
  expect(line(page, pages)).toBe(expected);
});

const getLink = (page: number) => ({ to: '/search' as const, search: { q: String(page) } });

test('the current page is marked, and there is no step beyond the ends', async () => {
  await renderScreen(<PageLinks page={3} pages={3} getLink={getLink} />);
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(pages.getByRole('link', { current: 'page' })).toHaveAccessibleName('Page 3');
  expect(pages.getByRole('link', { name: 'Previous' })).toHaveAttribute('rel', 'prev');
  expect(pages.queryByRole('link', { name: 'Next' })).not.toBeInTheDocument();
  expect(pages.getByText('Next')).toBeInTheDocument();
});

test('a single page has no links', async () => {
  await renderScreen(<PageLinks page={1} pages={1} getLink={getLink} />);
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});
