import type { RoleRow } from '../roles.queries.js';
import type { RoleStyleResponse } from './role-styling.dto.js';
import { cssOf, defaultStyle } from './style-tokens.js';

type StyledRole = Pick<RoleRow, 'name' | 'displayName' | 'color' | 'style' | 'badgeVisible'>;

/** As the administrators see it: what is set, whether or not it is active. */
export function toRoleStyle(role: StyledRole): RoleStyleResponse {
  const style = { ...defaultStyle(role), ...role.style };
  return { role: role.name, ...style, inline_styles: cssOf(style), show_role_badge: role.badgeVisible };
}

/** As everybody sees it: an inactive style is that of the role itself. */
export function toPublicRoleStyle(role: StyledRole): RoleStyleResponse {
  const { is_active } = toRoleStyle(role);
  return is_active ? toRoleStyle(role) : { ...toRoleStyle({ ...role, style: {} }), is_active };
}
