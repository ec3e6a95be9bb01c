import { useQuery } from '@tanstack/react-query';
import { getRoleName } from './roles';
import { toCssStyle, getFallbackStyle, type BadgeStyle } from './badge-style';
import classes from './role-badge.module.css';
import { roleStylesQuery } from './role-styles';

/** A badge in a given style; `pending` reserves its space. */
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
      {style?.display_name ?? name ?? getRoleName(role)}
    </StyledBadge>
  );
}
