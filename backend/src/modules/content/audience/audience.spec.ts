import { describe, expect, test } from '@jest/globals';
import { Actor, createGrants } from '../../../platform/access/actor.js';
import type { CategoryScope } from '../../auth/index.js';
import { actorOf, AUTHOR_ID, OTHER_ID, withOthers } from '../../../../test/support/requesters.js';
import {
  getAudience,
  canSee,
  toCategoryActor,
  toReader,
  toReaderKey,
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
  expect([...toReader(actor).audiences].sort()).toEqual([...visible].sort());
  for (const audience of all)
    expect([audience, canSee(actor, { authorId, audience, category: null })]).toEqual([
      audience,
      visible.includes(audience),
    ]);
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
    const others = toReader(actorOf(requester)).audiences.includes(audience);
    expect([audience, canSee(actorOf(requester), { authorId: AUTHOR_ID, audience, category: null })]).toEqual([
      audience,
      isAuthor || others,
    ]);
  }
});

const LIMITED = '0198c2f0-7b1e-7cc3-98c4-dc0c0c073991';
const ABOVE = '0198c2f0-7b1e-7cc3-98c4-dc0c0c073992';

const memberOf = (categoryGrants: Partial<Record<'read' | 'write' | 'moderate', string[]>>, id = OTHER_ID): Actor =>
  Actor.user({
    id,
    name: 'Ada',
    role: 'ANY',
    permissions: ['content.create', 'comments.create', 'reactions.create'],
    sessionId: null,
    categoryGrants: createGrants(categoryGrants),
  });

const limitedTo = (...read: string[]): CategoryScope => ({ read, write: read, rules: read });

describe('in a category that groups read', () => {
  const category = limitedTo(LIMITED);
  const sees = (actor: Actor, audience: Audience, state: CategoryScope | null = category) =>
    canSee(actor, { authorId: AUTHOR_ID, audience, category: state });

  test.each<[string, Actor, Audience[]]>([
    ['guests', Actor.guest, []],
    ['members outside of the group', memberOf({}), []],
    ['its author outside of the group', memberOf({}, AUTHOR_ID), []],
    ['reviewers outside of the group', actorOf('content.publish'), []],
    ['moderators outside of the group', actorOf('moderation.handle'), []],
    ['members of the group', memberOf({ read: [LIMITED] }), members],
    ['its author in the group', memberOf({ read: [LIMITED] }, AUTHOR_ID), all],
    ['members of a group that writes', memberOf({ write: [LIMITED] }), members],
    ['members of a group that moderates', memberOf({ moderate: [LIMITED] }), [...members, ...unpublished]],
    ['holders of content.edit_any', actorOf('content.edit_any'), [...members, ...unpublished]],
  ])('%s', (_who, actor, visible) => {
    expect(all.filter((audience) => sees(actor, audience)).sort()).toEqual([...visible].sort());
  });

  test('each category above narrows it', () => {
    const nested = limitedTo(LIMITED, ABOVE);
    expect(sees(memberOf({ read: [LIMITED] }), 'PUBLIC', nested)).toBe(false);
    expect(sees(memberOf({ read: [LIMITED], write: [ABOVE] }), 'PUBLIC', nested)).toBe(true);
    // Who moderates the outer one is not let into the inner one.
    expect(sees(memberOf({ moderate: [ABOVE] }), 'PUBLIC', nested)).toBe(false);
  });

  test('outside of it a group that moderates means nothing', () => {
    expect(sees(memberOf({ moderate: [LIMITED] }), 'RESTRICTED', null)).toBe(false);
  });
});

const permissionsIn = (actor: Actor, state: CategoryScope | null) => [...toCategoryActor(actor, state).permissions];

describe('what policies know of a user in a category', () => {
  const readOnly: CategoryScope = { read: [], write: [LIMITED], rules: [LIMITED] };
  test('the permissions of writing are missing where others write', () => {
    expect(permissionsIn(memberOf({}), readOnly)).toEqual([]);
    expect(permissionsIn(memberOf({ read: [LIMITED] }), readOnly)).toEqual([]);
    expect(permissionsIn(actorOf('content.publish'), readOnly)).toEqual([]);
    expect(permissionsIn(actorOf('moderation.handle'), readOnly)).toEqual(['moderation.handle']);
    expect(permissionsIn(actorOf('content.edit_any'), readOnly)).toEqual(['content.edit_any']);
  });

  test('nothing changes where they may write', () => {
    for (const state of [null, readOnly])
      expect(permissionsIn(memberOf({ write: [LIMITED] }), state)).toEqual([
        'content.create',
        'comments.create',
        'reactions.create',
      ]);
  });

  test('moderators edit and publish in it, but not outside of it', () => {
    const moderator = memberOf({ moderate: [LIMITED] });
    expect(permissionsIn(moderator, readOnly)).toEqual(
      expect.arrayContaining(['content.edit_any', 'content.publish', 'content.create']),
    );
    expect(permissionsIn(moderator, null)).not.toContain('content.publish');
    expect(permissionsIn(moderator, limitedTo(LIMITED, ABOVE))).not.toContain('content.publish');
  });
});

test('readers share rows only where they see the same', () => {
  const keys = [
    Actor.guest,
    memberOf({}),
    memberOf({ read: [LIMITED] }),
    memberOf({ read: [ABOVE] }),
    memberOf({ moderate: [LIMITED] }),
    actorOf('content.edit_any'),
  ].map((actor) => toReaderKey(toReader(actor)));
  expect(new Set(keys).size).toBe(keys.length);
  expect(toReaderKey(toReader(memberOf({ read: [ABOVE, LIMITED] })))).toBe(
    toReaderKey(toReader(memberOf({ read: [LIMITED, ABOVE] }, AUTHOR_ID))),
  );
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
    const item = { status, visibility, published_at: publishedAt, hidden_at: null, is_template: false };
    expect({
      neverPublished: getAudience({ ...item, published_at: null }),
      published: getAudience(item),
      hidden: getAudience({ ...item, hidden_at: hiddenAt }),
      template: getAudience({ ...item, is_template: true }),
    }).toEqual({
      neverPublished: of(neverPublished),
      published: of(published),
      hidden: of(hidden),
      template: of('RESTRICTED'),
    });
  }
});
