import { queryOptions } from '@tanstack/react-query';
import { getGetPublicRoleStylingQueryKey, getPublicRoleStyling } from '../../api/generated/roles/roles';

/** Key prefix to invalidate after changes of roles, styles or badges. */
export const roleStylesKey = getGetPublicRoleStylingQueryKey();

/** The badge styles of all roles. */
export const roleStylesQuery = queryOptions({
  queryKey: roleStylesKey,
  queryFn: ({ signal }) => getPublicRoleStyling({ signal }),
  select: ({ role_styles }) => new Map(role_styles.map((style) => [style.role, style])),
});
