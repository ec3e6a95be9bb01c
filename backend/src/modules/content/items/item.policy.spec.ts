import { expect, test } from '@jest/globals';
import { actorOf, AUTHOR_ID, type Requester, withOthers } from '../../../../test/support/requesters.js';
import type { Visibility } from '../audience/audience.js';
import { canChangeVisibility, canDelete, canEdit, isAuthor } from './item.policy.js';

const item = { author_id: AUTHOR_ID };

test.each<[Requester, author: boolean, edit: boolean, remove: boolean]>(
  withOthers(
    [
      ['guest', false, false, false],
      ['author', true, true, true],
      ['author without permissions', false, false, false],
      ['VIEWER', false, false, false],
      ['CONTRIBUTOR', false, false, false],
      ['REVIEWER', false, false, false],
      ['EDITOR', false, true, true],
      ['ADMIN', false, true, true],
      ['content.create', false, false, false],
      ['content.edit_any', false, true, false],
      ['content.delete_any', false, false, true],
    ],
    false,
    false,
    false,
  ),
)('%s: is author %p, edit %p, delete %p', (requester, author, edit, remove) => {
  const actor = actorOf(requester);
  expect({ author: isAuthor(actor, item), edit: canEdit(actor, item), remove: canDelete(actor, item) }).toEqual({
    author,
    edit,
    remove,
  });
});

const changes: [from: Visibility, to: Visibility, internal: boolean][] = [
  ['PUBLIC', 'PUBLIC', false],
  ['PUBLIC', 'LOGGED_IN', false],
  ['PUBLIC', 'INTERNAL', true],
  ['LOGGED_IN', 'PUBLIC', false],
  ['LOGGED_IN', 'LOGGED_IN', false],
  ['LOGGED_IN', 'INTERNAL', true],
  ['INTERNAL', 'PUBLIC', true],
  ['INTERNAL', 'LOGGED_IN', true],
  ['INTERNAL', 'INTERNAL', false],
];

test.each<[Requester, setsInternal: boolean]>(
  withOthers(
    [
      ['author', false],
      ['VIEWER', false],
      ['CONTRIBUTOR', false],
      ['REVIEWER', false],
      ['EDITOR', true],
      ['ADMIN', true],
      ['content.set_internal', true],
    ],
    false,
  ),
)('%s: sets and removes INTERNAL %p, all other visibilities always', (requester, setsInternal) => {
  for (const [from, to, internal] of changes)
    expect([from, to, canChangeVisibility(actorOf(requester), from, to)]).toEqual([
      from,
      to,
      !internal || setsInternal,
    ]);
});
