import { useQuery } from '@tanstack/react-query';
import { roleName } from '../roles';
import { badgeStyle, fallbackLook, type BadgeLook } from './badge-look';
import classes from './role-badge.module.css';
import { publicStylesQuery } from './role-styles';

/** A badge in a look that is at hand; `pending` keeps its place. */
export function StyledBadge({ look, pending, children }: { look: BadgeLook; pending?: boolean; children: string }) {
  return (
    <span className={classes.badge} style={badgeStyle(look)} data-pending={pending || undefined}>
      {children}
    </span>
  );
}

/**
 * What somebody may do here, beside their name, as the administrators styled it. Whether it is shown at all is said by
 * `show_role_badge` of the person. Custom roles bring the name they are shown by.
 */
export function RoleBadge({ role, name }: { role: string; name?: string }) {
  const { data, isPending } = useQuery(publicStylesQuery);
  const style = data?.get(role);
  return (
    <StyledBadge look={style ?? fallbackLook(role)} pending={isPending}>
      {style?.display_name ?? name ?? roleName(role)}
    </StyledBadge>
  );
}
