import { queryOptions, useQuery } from '@tanstack/react-query';
import { getGetPublicRoleStylingQueryKey, getPublicRoleStyling } from '../../api/generated/roles/roles';
import { Badge } from '../../ui/badge';
import { type BadgeStyle, getFallbackStyle, getRoleName, getRoleTone, toCssStyle } from './roles';
import classes from './role-badge.module.css';

/** Key prefix to invalidate after changes of roles, styles or badges. */
export const roleStylesKey = getGetPublicRoleStylingQueryKey();

/** The badge styles of all roles. */
export const roleStylesQuery = queryOptions({
  queryKey: roleStylesKey,
  queryFn: ({ signal }) => getPublicRoleStyling({ signal }),
  select: ({ role_styles }) => new Map(role_styles.map((style) => [style.role, style])),
});

/** A badge in a given style; `isLoading` reserves its space. */
export function StyledBadge({
  badgeStyle,
  isLoading,
  children,
}: {
  badgeStyle: BadgeStyle;
  isLoading?: boolean;
  children: string;
}) {
  return (
    <span className={classes.badge} style={toCssStyle(badgeStyle)} data-loading={isLoading || undefined}>
      {children}
    </span>
  );
}

/**
 * The badge of a user's role, as styled by administrators. The user's `show_role_badge` decides whether it is shown.
 * Custom roles come with their display name.
 */
export function RoleBadge({ role, name }: { role: string; name?: string }) {
  const { data, isPending } = useQuery(roleStylesQuery);
  const style = data?.get(role);
  return (
    <StyledBadge badgeStyle={style ?? getFallbackStyle(role)} isLoading={isPending}>
      {getRoleName(role, style?.display_name ?? name)}
    </StyledBadge>
  );
}

/** The role in admin tables: always shown, in the table's own colors. Custom roles come with their display name. */
export function RoleLabel({ role, name }: { role: string; name?: string }) {
  return <Badge tone={getRoleTone(role)}>{getRoleName(role, name)}</Badge>;
}
