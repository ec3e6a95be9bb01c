import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { peopleTexts } from '../../../messages/admin-people';
import { userTexts } from '../../../messages/users';

/** Why an administrator cannot change a user's role; undefined when they can. */
export function getRefusal({ id, email }: UserSummaryResponse, ownId: string | undefined): string | undefined {
  if (id === ownId) return userTexts.users.ownRole;
  // The address of a user with more permissions is not shown.
  return email === null ? peopleTexts.bulk.hasMorePermissions : undefined;
}

export const filterSelectable = (users: readonly UserSummaryResponse[], ownId: string | undefined) =>
  users.filter((user) => getRefusal(user, ownId) === undefined);
