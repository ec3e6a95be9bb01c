import { Badge } from '../../ui/badge';
import { roleName, roleTone } from '../roles';

/** What somebody may do here, beside their name. Custom roles bring the name they are shown by. */
export function RoleBadge({ role, name }: { role: string; name?: string }) {
  return <Badge tone={roleTone(role)}>{name ?? roleName(role)}</Badge>;
}
