import { type Permission } from '@hub/shared/permissions';
import { Actor } from '../../src/platform/access/actor.js';
import { permissions, systemRoles } from '../../src/modules/roles/index.js';

/** The author of the object in a truth table. */
export const AUTHOR_ID = '0198c2f0-7b1e-7cc3-98c4-dc0c0c073981';
export const OTHER_ID = '0198c2f0-7b1e-7cc3-98c4-dc0c0c073983';

type SystemRole = (typeof systemRoles)[number]['name'];

/**
 * A row of a truth table: a guest; the author, with the permissions of a CONTRIBUTOR or with none; another user with a
 * system role, or with a custom role that holds one permission.
 */
export type Requester = 'guest' | 'author' | 'author without permissions' | SystemRole | Permission;

const permissionsOfRole = new Map<string, readonly Permission[]>(
  systemRoles.map(({ name, permissions: held }) => [name, held]),
);

export const actorWith = (id: string, held: readonly string[]): Actor =>
  Actor.user({ id, name: 'Ada', role: 'ANY', permissions: held, sessionId: null });

export function actorOf(requester: Requester): Actor {
  if (requester === 'guest') return Actor.guest;
  if (requester === 'author') return actorWith(AUTHOR_ID, permissionsOfRole.get('CONTRIBUTOR') ?? []);
  if (requester === 'author without permissions') return actorWith(AUTHOR_ID, []);
  return actorWith(OTHER_ID, permissionsOfRole.get(requester) ?? [requester]);
}

export const allRequesters: Requester[] = [
  'guest',
  'author',
  'author without permissions',
  ...systemRoles.map(({ name }) => name),
  ...permissions.map(({ id }) => id),
];

/** Completes a truth table: a row with the same cells for each requester that the table does not name. */
export function withOthers<Cells extends unknown[]>(
  table: [Requester, ...Cells][],
  ...cells: Cells
): [Requester, ...Cells][] {
  const named = new Set(table.map(([requester]) => requester));
  return [
    ...table,
    ...allRequesters
      .filter((requester) => !named.has(requester))
      .map((requester): [Requester, ...Cells] => [requester, ...cells]),
  ];
}
