import { expect, test } from '@jest/globals';
import {
  actorOf as actorWithRole,
  actorWith,
  AUTHOR_ID as AUTHOR,
  OTHER_ID as OTHER,
  withOthers,
} from '../../../../../test/support/requesters.js';
import { Actor } from '../../../../platform/access/actor.js';
import { systemRoles } from '../../../roles/index.js';
import type { Audience } from '../../audience/audience.js';
import { canDeleteComment, canEditComment, canResolveComment, canSeeComment } from './comment.policy.js';

const ITEM_AUTHOR = '0198c2f0-7b1e-7cc3-98c4-dc0c0c073982';
const REVIEWER = '0198c2f0-7b1e-7cc3-98c4-dc0c0c0739ff';

const actorOf = (id: string, role: string) =>
  actorWith(id, systemRoles.find(({ name }) => name === role)?.permissions ?? []);
const comment = { author_id: AUTHOR };

test.each<[actor: string, actor: Actor, canEdit: boolean, canDelete: boolean]>([
  ['a guest', Actor.guest, false, false],
  ['the author', actorWith(AUTHOR, ['comments.create']), true, true],
  ['the author without comments.create', actorWith(AUTHOR, []), false, true],
  ['another user', actorWith(OTHER, ['comments.create']), false, false],
  ['another user with moderation.handle', actorWith(OTHER, ['moderation.handle']), true, true],
  ['another user with content.edit_any', actorWith(OTHER, ['content.edit_any', 'content.delete_any']), false, false],
  ['the author of the item', actorWith(ITEM_AUTHOR, ['comments.create', 'content.create']), false, false],
  ['an administrator', actorOf(OTHER, 'ADMIN'), true, true],
  ['a viewer', actorOf(OTHER, 'VIEWER'), false, false],
])('%s: edit and delete', (_name, actor, canEdit, canDelete) => {
  expect([canEditComment(actor, comment), canDeleteComment(actor, comment)]).toEqual([canEdit, canDelete]);
});

test.each(
  withOthers<[canEdit: boolean, canDelete: boolean]>(
    [
      ['guest', false, false],
      ['author', true, true],
      ['author without permissions', false, true],
      ['VIEWER', false, false],
      ['CONTRIBUTOR', false, false],
      ['REVIEWER', false, false],
      ['EDITOR', true, true],
      ['ADMIN', true, true],
      ['moderation.handle', true, true],
    ],
    false,
    false,
  ),
)('%s: edit %p and delete %p', (requester, canEdit, canDelete) => {
  const actor = actorWithRole(requester);
  expect([canEditComment(actor, comment), canDeleteComment(actor, comment)]).toEqual([canEdit, canDelete]);
});

const audiences: Audience[] = ['PUBLIC', 'LOGGED_IN', 'INTERNAL', 'REVIEW', 'HIDDEN', 'RESTRICTED'];

/** The audiences of items whose comment the actor sees: a usual comment, and a hidden one. */
test.each<[name: string, actor: Actor, shown: Audience[], hidden: Audience[]]>([
  ['a guest', Actor.guest, ['PUBLIC'], []],
  ['a user', actorWith(OTHER, []), ['PUBLIC', 'LOGGED_IN'], []],
  ['the author', actorWith(AUTHOR, []), ['PUBLIC', 'LOGGED_IN'], ['PUBLIC', 'LOGGED_IN']],
  ['the author of the item', actorWith(ITEM_AUTHOR, []), audiences, []],
  [
    'a holder of content.view_internal',
    actorWith(OTHER, ['content.view_internal']),
    ['PUBLIC', 'LOGGED_IN', 'INTERNAL'],
    [],
  ],
  [
    'a moderator',
    actorWith(OTHER, ['moderation.handle']),
    ['PUBLIC', 'LOGGED_IN', 'REVIEW', 'HIDDEN'],
    ['PUBLIC', 'LOGGED_IN', 'REVIEW', 'HIDDEN'],
  ],
  ['a publisher', actorWith(OTHER, ['content.publish']), ['PUBLIC', 'LOGGED_IN', 'REVIEW', 'HIDDEN', 'RESTRICTED'], []],
  ['an administrator', actorOf(OTHER, 'ADMIN'), audiences, audiences],
])('%s: see', (_name, actor, shown, hidden) => {
  const seen = (is_hidden: boolean) =>
    audiences.filter((audience) =>
      canSeeComment(actor, {
        ...comment,
        is_hidden,
        item_author_id: ITEM_AUTHOR,
        review: null,
        audience,
        category: null,
      }),
    );
  expect({ shown: seen(false), hidden: seen(true) }).toEqual({ shown, hidden });
});

const inOrder = (expected: Audience[]) => audiences.filter((audience) => expected.includes(audience));
const members: Audience[] = ['PUBLIC', 'LOGGED_IN'];
const withInternal: Audience[] = [...members, 'INTERNAL'];
const withClosed: Audience[] = [...members, 'REVIEW', 'HIDDEN', 'RESTRICTED'];

/** The same for each role and permission, on an item of another user; the author is the author of the comment. */
test.each(
  withOthers<[shown: Audience[], hidden: Audience[]]>(
    [
      ['guest', ['PUBLIC'], []],
      ['author', withInternal, withInternal],
      ['author without permissions', members, members],
      ['VIEWER', members, []],
      ['CONTRIBUTOR', withInternal, []],
      ['REVIEWER', audiences, []],
      ['EDITOR', audiences, audiences],
      ['ADMIN', audiences, audiences],
      ['content.view_internal', withInternal, []],
      ['content.publish', withClosed, []],
      ['content.edit_any', withClosed, []],
      ['moderation.handle', [...members, 'REVIEW', 'HIDDEN'], [...members, 'REVIEW', 'HIDDEN']],
    ],
    members,
    [],
  ),
)('%s: sees comments on items with the audiences %j, hidden comments on %j', (requester, shown, hidden) => {
  const seen = (is_hidden: boolean) =>
    audiences.filter((audience) =>
      canSeeComment(actorWithRole(requester), {
        ...comment,
        is_hidden,
        item_author_id: ITEM_AUTHOR,
        review: null,
        audience,
        category: null,
      }),
    );
  expect({ shown: seen(false), hidden: seen(true) }).toEqual({ shown: inOrder(shown), hidden: inOrder(hidden) });
});

test.each<[name: string, actor: Actor, isInternal: boolean, isSeen: boolean]>([
  ['the author of the text', actorWith(OTHER, []), true, true],
  ['a reviewer', actorWith(REVIEWER, ['content.publish']), false, true],
  ['a reviewer who may not read internal texts', actorWith(REVIEWER, ['content.publish']), true, false],
  ['a reviewer who may', actorWith(REVIEWER, ['content.publish', 'content.view_internal']), true, true],
  ['the author of the comment who is no reviewer any more', actorWith(AUTHOR, ['comments.create']), false, false],
  ['another user', actorWith(REVIEWER, ['content.edit_any', 'moderation.handle']), false, false],
])('%s: sees comments of a review', (_name, actor, is_internal, isSeen) => {
  const review = { author_id: OTHER, is_internal };
  const state = { ...comment, is_hidden: false, item_author_id: ITEM_AUTHOR, audience: 'PUBLIC' as const };
  expect(canSeeComment(actor, { ...state, review, category: null })).toBe(isSeen);
});

test.each<[name: string, actor: Actor, canResolve: boolean]>([
  ['the author of the comment', actorWith(AUTHOR, ['comments.create']), true],
  ['the author of the item', actorWith(ITEM_AUTHOR, ['content.create']), true],
  ['the author of the text in review', actorWith(OTHER, ['content.create']), true],
  ['an editor', actorWith(REVIEWER, ['content.edit_any']), true],
  ['a moderator', actorWith(REVIEWER, ['moderation.handle']), false],
  ['the author of the item who may not write any more', actorWith(ITEM_AUTHOR, ['comments.create']), false],
  ['another user', actorWith(REVIEWER, ['comments.create']), false],
])('%s: resolves', (_name, actor, canResolve) => {
  const review = { author_id: OTHER, is_internal: false };
  expect(canResolveComment(actor, { ...comment, item_author_id: ITEM_AUTHOR, review })).toBe(canResolve);
});
