import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { createDocument } from '../../../test/fixtures';
import { renderScreen } from '../../../test/render-screen';
import { ContentCard } from './content-card';

const published = { status: 'PUBLISHED', abilities: undefined } as const;

test('a card shows its author, and neither the usual status nor the usual visibility', async () => {
  await renderScreen(<ContentCard content={createDocument({ ...published, author_id: 'ada' })} />);
  expect(screen.getByRole('link', { name: 'Ada Author' })).toHaveAttribute('href', '/user/ada');
  expect(screen.queryByText('Published')).toBeNull();
  expect(screen.queryByText('Public')).toBeNull();
});

test.each([
  ['LOGGED_IN', 'Members only'],
  ['INTERNAL', 'Internal'],
] as const)('a card shows the visibility %s in words', async (visibility, words) => {
  await renderScreen(<ContentCard content={createDocument({ ...published, visibility })} />);
  expect(screen.getByText(words)).toBeVisible();
});

test.each([
  ['DRAFT', 'Draft'],
  ['IN_REVIEW', 'In review'],
  ['ARCHIVED', 'Archived'],
] as const)('a card shows the status %s', async (status, words) => {
  await renderScreen(<ContentCard content={createDocument({ ...published, status })} />);
  expect(screen.getByText(words)).toBeVisible();
});

test.each([
  ['PAGE', true],
  ['CARD', true],
  ['NONE', false],
] as const)('a thumbnail with the placement %s is on the card: %s', async (thumbnail_placement, isShown) => {
  const content = createDocument({ ...published, thumbnail: '/files/a', thumbnail_placement });
  await renderScreen(<ContentCard content={content} />);
  expect(document.querySelector('img[src="/files/a"]') !== null).toBe(isShown);
});
