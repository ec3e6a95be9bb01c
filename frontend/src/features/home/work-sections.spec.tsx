import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { createUser } from '../../../test/fixtures';
import { renderScreen } from '../../../test/render-screen';
import { MemberTop } from './member-sections';
import { WorkSections } from './work-sections';

const none = { items: [], total: 0 };
const hrefOf = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');

test('reviewers reach the documents and the videos that await review', async () => {
  await renderScreen(<WorkSections work={{ review: none, changes_requested: none, drafts: none }} isReviewer />);
  expect([hrefOf('Documents in review'), hrefOf('Videos in review')]).toEqual([
    '/docs?status=IN_REVIEW',
    '/videos?status=IN_REVIEW',
  ]);
});

test.each([
  [['content.create'], '/videos/create'],
  [[], undefined],
])('who has the permissions %j is offered a new video: %s', async (permissions, href) => {
  await renderScreen(<MemberTop user={createUser({ permissions })} work={undefined} series={[]} />);
  expect(hrefOf('New video')).toBe(href);
});
