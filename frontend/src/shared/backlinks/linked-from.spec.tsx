import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../test/render-screen';
import { ok, stubApi } from '../../../test/stub-api';
import LinkedFrom from './linked-from';

const createLinks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'document',
    id: `id-${index}`,
    title: `Page ${index}`,
    url: `/docs/page-${index}`,
    is_in_comment: index === 1,
  }));

const stubBacklinks = (count: number) =>
  stubApi({
    'GET /links/document/d1': ({ query }) => ({
      ...ok(createLinks(count).slice(0, Number(query.get('limit')))),
      headers: { 'X-Total-Count': String(count) },
    }),
  });

test('lists what links to the page, at first five, and all of it on demand', async () => {
  stubBacklinks(7);
  await renderScreen(<LinkedFrom item={{ kind: 'document', id: 'd1' }} />);
  expect(await screen.findByRole('link', { name: 'Page 0' })).toHaveAttribute('href', '/docs/page-0');
  expect(screen.getAllByRole('link')).toHaveLength(5);
  expect(screen.getAllByText('in a comment').map((place) => place.closest('li')?.textContent)).toEqual([
    'Page 1 in a comment',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 7' }));
  expect(await screen.findByRole('link', { name: 'Page 6' })).toBeVisible();
  // The first of those that were added.
  expect(screen.getByRole('link', { name: 'Page 5' })).toHaveFocus();
});

test('says that nothing links to the page', async () => {
  stubBacklinks(0);
  await renderScreen(<LinkedFrom item={{ kind: 'document', id: 'd1' }} />);
  expect(await screen.findByText('Nothing links to this page.')).toBeVisible();
});
