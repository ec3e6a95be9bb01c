import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../../test/render-screen';
import { offline, ok, stubApi } from '../../../../test/stub-api';
import type { BrokenLinkResponse } from '../../../api/generated/model/brokenLinkResponse';
import BrokenLinks from './broken-links';

const ROUTE = 'GET /admin/broken-links';

const link = (title: string, fields: Partial<BrokenLinkResponse> = {}): BrokenLinkResponse => ({
  type: 'document',
  id: title,
  title,
  url: `/docs/${title.toLowerCase()}`,
  address: '/docs/gone',
  reason: 'MISSING',
  ...fields,
});

const page = (links: BrokenLinkResponse[], next_cursor: string | null = null) => ok({ links, next_cursor });

const readRows = () =>
  within(screen.getByRole('region', { name: 'Broken links' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );

test('names the page, the address and the reason, also of two broken links of a page', async () => {
  stubApi({
    [ROUTE]: page([
      link('Boats'),
      link('Boats', { address: '/videos/thrown-away?t=5', reason: 'DELETED' }),
      link('Re: Knots', { type: 'post', url: '/community/thread/t#post-2' }),
    ]),
  });
  await renderScreen(<BrokenLinks />);
  expect(await screen.findByRole('link', { name: 'Re: Knots' })).toHaveAttribute('href', '/community/thread/t#post-2');
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['In', 'Address', 'Why']);
  expect(readRows()).toEqual([
    ['Boats', '/docs/gone', 'Not found'],
    ['Boats', '/videos/thrown-away?t=5', 'In the trash'],
    ['Re: Knots', '/docs/gone', 'Not found'],
  ]);
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('more are loaded on demand, and the first of them has the focus', async () => {
  stubApi({
    [ROUTE]: ({ query }) =>
      query.get('cursor') === 'next' ? page([link('Boats'), link('Sails')]) : page([link('Boats')], 'next'),
  });
  await renderScreen(<BrokenLinks />);
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByRole('link', { name: 'Sails' })).toHaveFocus();
  expect(readRows().map(([title]) => title)).toEqual(['Boats', 'Sails']);
});

test('says that no link is broken', async () => {
  stubApi({ [ROUTE]: page([]) });
  await renderScreen(<BrokenLinks />);
  expect(await screen.findByText('All links lead somewhere.')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});

test('what cannot be loaded is tried again', async () => {
  const api = stubApi({ [ROUTE]: offline });
  await renderScreen(<BrokenLinks />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The broken links could not be loaded.');
  api.on(ROUTE, page([link('Boats')]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Boats' })).toBeVisible();
});
