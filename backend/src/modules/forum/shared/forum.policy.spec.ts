import { describe, expect, test } from '@jest/globals';
import { Actor, type CategoryGrants, createGrants } from '../../../platform/access/actor.js';
import {
  canDeletePost,
  canDeleteThread,
  canEditPost,
  canEditThread,
  canModerate,
  canReply,
  canSeeHidden,
  canSolveThread,
  canWriteIn,
} from './forum.policy.js';

const AUTHOR = '019f0000-0000-7000-8000-000000000001';
const [TEAM, BOARD] = ['019f0000-0000-7000-8000-00000000000a', '019f0000-0000-7000-8000-00000000000b'];

const actor = (categoryGrants: Partial<CategoryGrants> = {}, permissions = ['forum.post'], id = AUTHOR) =>
  Actor.user({
    id,
    name: 'Ada',
    role: 'X',
    permissions,
    sessionId: null,
    categoryGrants: createGrants(categoryGrants),
  });
const stranger = (grants: Partial<CategoryGrants>) =>
  actor(grants, ['forum.post'], '019f0000-0000-7000-8000-000000000002');

const thread = (write: string[], rules = write) => ({
  author_id: AUTHOR,
  is_locked: false,
  is_hidden: false,
  scope: { read: rules, write, rules },
});
const post = { author_id: AUTHOR, is_deleted: false, is_hidden: false };

describe('in a category with limits', () => {
  test.each([
    ['no limit of writing', [], {}, true],
    ['a group that may read', [TEAM], { read: [TEAM] }, false],
    ['a group that may write', [TEAM], { write: [TEAM] }, true],
    ['a group that moderates', [TEAM], { moderate: [TEAM] }, true],
    ['a group that may write above only', [TEAM, BOARD], { write: [TEAM] }, false],
  ])('%s', (_name, limits, grants, may) => {
    const author = actor(grants);
    expect([
      canWriteIn(author, thread(limits)),
      canReply(author, thread(limits)),
      canEditThread(author, thread(limits)),
      canEditPost(author, post, thread(limits)),
      canSolveThread(author, thread(limits)),
    ]).toEqual(Array<boolean>(5).fill(may));
  });

  test('authors delete what is theirs without the right to write', () => {
    expect([canDeleteThread(actor(), thread([TEAM]), false), canDeletePost(actor(), post, thread([TEAM]))]).toEqual([
      true,
      true,
    ]);
  });

  test('groups that moderate it, or a category above it, act as moderators there', () => {
    const moderator = stranger({ moderate: [TEAM] });
    for (const scope of [thread([TEAM]), thread([], [TEAM])])
      expect([
        canModerate(moderator, scope),
        canEditThread(moderator, scope),
        canDeleteThread(moderator, scope, true),
        canEditPost(moderator, post, scope),
        canSeeHidden(moderator, post, scope),
      ]).toEqual([true, true, true, true, true]);
    expect([canModerate(moderator, thread([BOARD])), canSeeHidden(moderator, post, thread([]))]).toEqual([
      false,
      false,
    ]);
    // A category within it can keep them out.
    const narrowed = thread([BOARD], [BOARD, TEAM]);
    expect([canModerate(moderator, narrowed), canReply(moderator, narrowed)]).toEqual([false, false]);
  });

  test('holders of forum.moderate have no limits, those of moderation.handle do', () => {
    expect(canReply(actor({}, ['forum.post', 'forum.moderate']), thread([TEAM]))).toBe(true);
    expect(canReply(actor({}, ['forum.post', 'moderation.handle']), thread([TEAM]))).toBe(false);
  });
});
