import { expect, test } from '@jest/globals';
import { actorOf, AUTHOR_ID, OTHER_ID, withOthers } from '../../../../test/support/requesters.js';
import {
  getAudience,
  getAudiences,
  canSee,
  type Audience,
  type ContentStatus,
  contentStatuses,
  visibilities,
} from './audience.js';

const members: Audience[] = ['PUBLIC', 'LOGGED_IN'];
const unpublished: Audience[] = ['REVIEW', 'HIDDEN', 'RESTRICTED'];
const unpublishedInternal: Audience[] = ['REVIEW_INTERNAL', 'HIDDEN_INTERNAL', 'RESTRICTED_INTERNAL'];
const all: Audience[] = [...members, 'INTERNAL', ...unpublished, ...unpublishedInternal];

/** The audiences of items of other users that each requester may see. */
const audiences = withOthers<[Audience[]]>(
  [
    ['guest', ['PUBLIC']],
    ['author', [...members, 'INTERNAL']],
    ['author without permissions', members],
    ['VIEWER', members],
    ['CONTRIBUTOR', [...members, 'INTERNAL']],
    ['REVIEWER', all],
    ['EDITOR', all],
    ['ADMIN', all],
    ['content.view_internal', [...members, 'INTERNAL']],
    ['content.publish', [...members, ...unpublished]],
    ['content.edit_any', [...members, ...unpublished]],
    ['moderation.handle', [...members, 'REVIEW', 'HIDDEN']],
  ],
  members,
);

test.each(audiences)("%s sees other users' items with the audiences %p", (requester, visible) => {
  const actor = actorOf(requester);
  const authorId = actor.id === OTHER_ID ? AUTHOR_ID : OTHER_ID;
  expect([...getAudiences(actor)].sort()).toEqual([...visible].sort());
  for (const audience of all)
    expect([audience, canSee(actor, { authorId, audience })]).toEqual([audience, visible.includes(audience)]);
});

test.each(
  withOthers<[boolean]>(
    [
      ['author', true],
      ['author without permissions', true],
    ],
    false,
  ),
)("%s sees the author's items with any audience: %p", (requester, isAuthor) => {
  for (const audience of all) {
    const others = getAudiences(actorOf(requester)).includes(audience);
    expect([audience, canSee(actorOf(requester), { authorId: AUTHOR_ID, audience })]).toEqual([
      audience,
      isAuthor || others,
    ]);
  }
});

type Expected = Audience | 'visibility';

/** The audience of an item: `visibility` means its own visibility, the others are for items that are not INTERNAL. */
const states: [ContentStatus, neverPublished: Expected, published: Expected, hidden: Expected][] = [
  ['DRAFT', 'RESTRICTED', 'RESTRICTED', 'RESTRICTED'],
  ['IN_REVIEW', 'REVIEW', 'REVIEW', 'REVIEW'],
  ['PUBLISHED', 'visibility', 'visibility', 'HIDDEN'],
  ['ARCHIVED', 'RESTRICTED', 'RESTRICTED', 'RESTRICTED'],
  ['PROCESSING', 'RESTRICTED', 'RESTRICTED', 'RESTRICTED'],
  ['READY', 'REVIEW', 'visibility', 'HIDDEN'],
  ['ERROR', 'RESTRICTED', 'RESTRICTED', 'RESTRICTED'],
];

test('the table of audiences has every status', () => {
  expect(states.map(([status]) => status).sort()).toEqual([...contentStatuses].sort());
});

test.each(states)('%s: never published %s, published %s, hidden %s', (status, neverPublished, published, hidden) => {
  const [publishedAt, hiddenAt] = [new Date(), new Date()];
  for (const visibility of visibilities) {
    const suffix = visibility === 'INTERNAL' ? '_INTERNAL' : '';
    const of = (expected: Expected) => (expected === 'visibility' ? visibility : `${expected}${suffix}`);
    expect({
      neverPublished: getAudience({ status, visibility, published_at: null, hidden_at: null }),
      published: getAudience({ status, visibility, published_at: publishedAt, hidden_at: null }),
      hidden: getAudience({ status, visibility, published_at: publishedAt, hidden_at: hiddenAt }),
    }).toEqual({ neverPublished: of(neverPublished), published: of(published), hidden: of(hidden) });
  }
});
