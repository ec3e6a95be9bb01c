import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
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
  await renderScreen(<LinkedFrom kind="document" id="d1" />);
  const region = await screen.findByRole('region', { name: 'Linked from' });
  expect(within(region).getAllByRole('link')).toHaveLength(5);
  expect(within(region).getByRole('link', { name: 'Page 0' })).toHaveAttribute('href', '/docs/page-0');
  await userEvent.click(within(region).getByRole('button', { name: 'Show all 7' }));
  expect(await within(region).findByRole('link', { name: 'Page 6' })).toHaveFocus();
  expect(within(region).queryByRole('button')).toBeNull();
});

test('says nothing where nothing links to the page', async () => {
  const api = stubBacklinks(0);
  await renderScreen(<LinkedFrom kind="document" id="d1" />);
  await waitFor(() => {
    expect(api.sent('GET /links/document/d1')).toHaveLength(1);
  });
  expect(screen.queryByRole('region', { name: 'Linked from' })).toBeNull();
});
