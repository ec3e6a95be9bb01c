import { queryOptions } from '@tanstack/react-query';
import { getGetPublicRoleStylingQueryKey, getPublicRoleStyling } from '../../api/generated/roles/roles';

/** Whatever changes a role, its style or its badge invalidates this. */
export const publicStylesKey = getGetPublicRoleStylingQueryKey();

/** How the badge of each role looks. */
export const publicStylesQuery = queryOptions({
  queryKey: publicStylesKey,
  queryFn: ({ signal }) => getPublicRoleStyling({ signal }),
  select: ({ role_styles }) => new Map(role_styles.map((style) => [style.role, style])),
});
