import { expect, test } from '@jest/globals';
import { Actor } from '../../../../platform/access/actor.js';
import { systemRoles } from '../../../roles/index.js';
import type { Audience } from '../../items/enums.js';
import { canDeleteComment, canEditComment, canSeeComment } from './comment.policy.js';

const AUTHOR = '0198c2f0-7b1e-7cc3-98c4-dc0c0c073981';
const ITEM_AUTHOR = '0198c2f0-7b1e-7cc3-98c4-dc0c0c073982';
const OTHER = '0198c2f0-7b1e-7cc3-98c4-dc0c0c073983';

const actorWith = (id: string, permissions: readonly string[]) =>
  Actor.user({ id, name: 'Ada', role: 'ANY', permissions: [...permissions], sessionId: null });
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
      canSeeComment(actor, { ...comment, is_hidden, item_author_id: ITEM_AUTHOR, audience }),
    );
  expect({ shown: seen(false), hidden: seen(true) }).toEqual({ shown, hidden });
});
