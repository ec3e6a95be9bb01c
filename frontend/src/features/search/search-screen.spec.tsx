import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSearch } from '@tanstack/react-router';
import { renderScreen } from '../../../test/render-screen';
import { deferResponse, ok, stubApi } from '../../../test/stub-api';
import { SearchScreen } from './search-screen';

const createResult = (title: string) => ({
  type: 'document',
  id: title,
  title,
  url: `/docs/${title}`,
  category: null,
  heading: null,
  snippet: [],
  status: 'PUBLISHED',
  visibility: 'PUBLIC',
  difficulty: 'BEGINNER',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: null,
  published_at: '2026-01-01T00:00:00Z',
  counts: null,
});
const createPage = (...titles: string[]) => ({
  results: titles.map(createResult),
  total: titles.length,
  total_capped: false,
  did_you_mean: null,
  next_cursor: null,
});

function Screen() {
  return <SearchScreen search={useSearch({ strict: false })} />;
}

test('a filter keeps the former results and their number until the new ones have loaded', async () => {
  const { handler, respond } = deferResponse();
  stubApi({
    'GET /categories': ok([]),
    'GET /search/suggestions': ok([]),
    'POST /search': (request) => {
      const { content_type, difficulty } = request.body as { content_type?: string; difficulty?: string };
      if (content_type === 'community') return ok(createPage());
      return difficulty ? handler(request) : ok(createPage('first', 'second'));
    },
  });
  await renderScreen(<Screen />, { path: '/search', search: '?q=words' });
  expect(await screen.findByText('2 results')).toBeInTheDocument();
  const former = screen.getByRole('link', { name: 'second' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Difficulty' }), 'ADVANCED');
  await waitFor(() => {
    expect(former.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true');
  });
  expect(former).toBeVisible();
  expect(screen.getByText('2 results')).toBeInTheDocument();

  respond(ok(createPage('third')));
  expect(await screen.findByRole('link', { name: 'third' })).toBeInTheDocument();
  expect(screen.getByText('1 result')).toBeInTheDocument();
  expect(former).not.toBeInTheDocument();
});

test.each([
  ['a PDF', 'PAGE', 1200, '#file-x-page-1200', 'In the file “rules.pdf”, page 1,200'],
  ['a presentation', 'SLIDE', 3, '#file-x', 'In the file “rules.pdf”, slide 3'],
  ['a text', 'PAGE', null, '#file-x', 'In the file “rules.pdf”'],
])('a match in %s leads to its place in the file', async (_case, unit, page, anchor, name) => {
  const file = { id: 'x', name: 'rules.pdf', page, unit, url: `/docs/first${anchor}` };
  const found = createPage('first');
  stubApi({
    'GET /categories': ok([]),
    'GET /search/suggestions': ok([]),
    'POST /search': ({ body }) =>
      ok(
        (body as { content_type?: string }).content_type === 'community'
          ? createPage()
          : { ...found, results: found.results.map((result) => ({ ...result, file })) },
      ),
  });
  await renderScreen(<Screen />, { path: '/search', search: '?q=rules' });
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', file.url);
});
