import type { CategoryAccessRequest } from '../../../api/generated/model/categoryAccessRequest';
import type { CategoryAccessResponse } from '../../../api/generated/model/categoryAccessResponse';
import type { NamedGroupResponse } from '../../../api/generated/model/namedGroupResponse';

/** Who may read, write and moderate in a category, as the form edits it; null: no limit of its own. */
export interface AccessRules {
  read: NamedGroupResponse[] | null;
  write: NamedGroupResponse[] | null;
  moderate: NamedGroupResponse[];
}

export const openRules: AccessRules = { read: null, write: null, moderate: [] };

/** Groups that may write or moderate are among those that may read. */
export function toRules({
  groups,
  read_group_ids,
  write_group_ids,
  moderate_group_ids,
}: CategoryAccessResponse): AccessRules {
  const pick = (ids: readonly string[]) => groups.filter(({ id }) => ids.includes(id));
  return {
    read: read_group_ids && pick(read_group_ids),
    write: write_group_ids && pick(write_group_ids),
    moderate: pick(moderate_group_ids),
  };
}

const toIds = (groups: readonly NamedGroupResponse[]) => groups.map(({ id }) => id);

export const toAccessRequest = ({ read, write, moderate }: AccessRules): CategoryAccessRequest => ({
  read_group_ids: read && toIds(read),
  write_group_ids: write && toIds(write),
  moderate_group_ids: toIds(moderate),
});

export const hasSameRules = (a: AccessRules, b: AccessRules): boolean =>
  JSON.stringify(toAccessRequest(a)) === JSON.stringify(toAccessRequest(b));

/** All groups that read, also those that write or moderate; null: no limit of its own. */
export const listReaderIds = ({ read, write, moderate }: AccessRules): string[] | null =>
  read && [...new Set(toIds([...read, ...(write ?? []), ...moderate]))];
