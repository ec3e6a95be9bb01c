import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { createDocument } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { DocumentBreadcrumb, DocumentByline, DocumentDetails, estimateReadingTime } from './document-meta';

const reader = { abilities: undefined } as const;

test('the line below the title has author, date, reading time and views, in this order', async () => {
  const content = createDocument({
    ...reader,
    status: 'PUBLISHED',
    content: 'word '.repeat(700),
    updated_at: '2026-03-04T10:00:00Z',
    view_count: 1200,
  });
  await renderScreen(<DocumentByline document={content} />);
  const line = screen.getByRole('link', { name: 'Ada Author' }).parentElement;
  expect(line).toHaveTextContent(/^Ada Author\s*Updated 04\.03\.2026\s*3 min read\s*1\.2K views$/);
});

test.each([
  ['PUBLISHED', 'INTERNAL', false, ['Internal']],
  ['DRAFT', 'LOGGED_IN', true, ['Draft', 'Members only']],
  ['PUBLISHED', 'PUBLIC', true, ['Public']],
  ['PUBLISHED', 'PUBLIC', false, []],
] as const)('%s and %s; may edit: %s', async (status, visibility, edit, words) => {
  const { abilities } = createDocument();
  const content = createDocument({ status, visibility, abilities: edit ? abilities : undefined });
  await renderScreen(<DocumentByline document={content} />);
  const shown = ['Published', 'Draft', 'Public', 'Members only', 'Internal'].filter((text) => screen.queryByText(text));
  expect(shown).toEqual(words);
});

test('the details have all that the line leaves out', async () => {
  const content = createDocument({
    ...reader,
    status: 'PUBLISHED',
    difficulty: 'ADVANCED',
    version: 3,
    tags: ['one'],
    published_at: '2026-02-01T00:00:00Z',
  });
  await renderScreen(
    <>
      <DocumentBreadcrumb document={content} />
      <DocumentDetails document={content} />
    </>,
  );
  const details = screen.getByRole('region', { name: 'Details' });
  for (const [term, value] of [
    ['Status', 'Published'],
    ['Category', 'No category'],
    ['Difficulty', 'Advanced'],
    ['Version', '3'],
    ['Created', '01.01.2026'],
    ['Published', '01.02.2026'],
  ]) {
    const entry = within(details)
      .getAllByRole('term')
      .find((element) => element.textContent === term);
    expect([term, entry?.nextElementSibling?.textContent]).toEqual([term, value]);
  }
  expect(within(details).getByRole('link', { name: 'one' })).toHaveAttribute('href', '/docs?tag=one');
});

test.each([
  ['nothing', '', 1],
  ['a few words', 'Some words.', 1],
  ['330 words', 'word '.repeat(330), 2],
  ['2,200 words', 'word '.repeat(2200), 10],
  ['signs between words', '| - '.repeat(5000), 1],
  ['900 Chinese characters', '中文字'.repeat(300), 2],
])('reading time of %s', (_what, text, minutes) => {
  expect(estimateReadingTime(text)).toBe(minutes);
});

test('the reading time of a long text without spaces is estimated at once', () => {
  const began = performance.now();
  estimateReadingTime('-'.repeat(500_000));
  expect(performance.now() - began).toBeLessThan(500);
});
