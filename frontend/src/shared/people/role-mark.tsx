import { Badge } from '../../ui/badge';
import { roleName, roleTone } from '../roles';

/** The role in a table of the administration: always there, in the table's own colours. Custom roles bring their name. */
export function RoleMark({ role, name }: { role: string; name?: string }) {
  return <Badge tone={roleTone(role)}>{name ?? roleName(role)}</Badge>;
}
