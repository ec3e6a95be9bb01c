import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { createDocument, createUser, createVideo } from '../../../test/fixtures';
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

test('a card marks what is hidden', async () => {
  await renderScreen(<ContentCard content={createDocument({ ...published, is_hidden: true })} />);
  expect(screen.getByText('Hidden')).toBeVisible();
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
  ['a reader', createUser({ permissions: [] }), 0],
  ['its author', createUser({ id: 'ada', permissions: [] }), 1],
  ['a reviewer', createUser({ permissions: ['content.publish'] }), 1],
  ['an editor', createUser({ permissions: ['content.edit_any'] }), 1],
])('the usual status is not shown to readers: %s', async (_who, user, count) => {
  await renderScreen(<ContentCard content={createDocument({ ...published, author_id: 'ada' })} />, { user });
  expect(screen.queryAllByText('Published')).toHaveLength(count);
});

test.each([
  ['READY', null, 'In review'],
  ['ERROR', null, 'Error'],
  ['PROCESSING', '2026-01-01T00:00:00Z', 'Processing'],
] as const)('a card of a video that is %s and published at %s says %s', async (status, published_at, words) => {
  await renderScreen(<ContentCard content={createVideo({ status, published_at, abilities: undefined })} />);
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByText('Ready')).toBeNull();
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

test.each([
  ['created', null, null, 'Created 01.02.2026'],
  ['published', '2026-03-01T10:00:00Z', null, 'Published 01.03.2026'],
  ['changed before it was published', '2026-03-01T10:00:00Z', '2026-02-20T10:00:00Z', 'Published 01.03.2026'],
  ['changed since', '2026-03-01T10:00:00Z', '2026-04-01T10:00:00Z', 'Updated 01.04.2026'],
])('a card of a document that was %s says so with the date', async (_what, published_at, updated_at, shown) => {
  const content = createDocument({ ...published, created_at: '2026-02-01T10:00:00Z', published_at, updated_at });
  await renderScreen(<ContentCard content={content} />);
  expect(screen.getByText(shown)).toBeVisible();
});
