import { Badge } from '../../ui/badge';
import { getRoleName, getRoleTone } from './roles';

/** The role in admin tables: always shown, in the table's own colors. Custom roles come with their display name. */
export function RoleLabel({ role, name }: { role: string; name?: string }) {
  return <Badge tone={getRoleTone(role)}>{name ?? getRoleName(role)}</Badge>;
}
