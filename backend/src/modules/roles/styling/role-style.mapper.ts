import type { RoleRow } from '../role/roles.queries.js';
import type { RoleStyleResponse } from './role-styling.dto.js';
import { toCss, defaultStyle } from '../role/style-tokens.js';

type StyledRole = Pick<RoleRow, 'name' | 'displayName' | 'color' | 'style' | 'badgeVisible'>;

/** For administrators: the stored style, also when it is inactive. */
export function toRoleStyle(role: StyledRole): RoleStyleResponse {
  const style = { ...defaultStyle(role), ...role.style };
  return { role: role.name, ...style, inline_styles: toCss(style), show_role_badge: role.badgeVisible };
}

/** For everyone: an inactive style is replaced by the default. */
export function toPublicRoleStyle(role: StyledRole): RoleStyleResponse {
  const { is_active } = toRoleStyle(role);
  return is_active ? toRoleStyle(role) : { ...toRoleStyle({ ...role, style: {} }), is_active };
}
