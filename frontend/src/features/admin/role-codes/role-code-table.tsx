import type { RoleCodeResponse } from '../../../api/generated/model/roleCodeResponse';
import type { RoleCodeStatus } from '../../../api/generated/model/roleCodeStatus';
import { formatDateTime } from '../../../lib/format';
import { roleCodes as text } from '../../../messages/en-role-codes';
import { RoleMark } from '../../../shared/people/role-mark';
import { Badge, type Tone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Table } from '../../../ui/table';
import classes from './role-codes.module.css';
import { useRevoke } from './use-revoke';

const tones: Record<RoleCodeStatus, Tone> = { active: 'green', used_up: 'slate', expired: 'amber', void: 'amber' };

function RoleCodeRow({ code }: { code: RoleCodeResponse }) {
  const { ask, pending } = useRevoke();
  return (
    <tr>
      <td data-label={text.code} data-main className={classes.code}>
        {text.begins(code.hint)}
      </td>
      <td data-label={text.role}>
        <RoleMark role={code.role} name={code.role_display_name} />
      </td>
      <td data-label={text.uses}>{text.usesOf(code.used_count, code.max_uses)}</td>
      <td data-label={text.expires}>{code.expires_at ? formatDateTime(code.expires_at) : text.never}</td>
      <td data-label={text.madeBy}>{code.created_by_name ?? text.nobody}</td>
      <td data-label={text.statusLabel}>
        <Badge tone={tones[code.status]}>{text.status[code.status]}</Badge>
      </td>
      <td data-acts>
        <Button
          look="default"
          size="sm"
          aria-label={text.revokeNamed(code.hint)}
          loading={pending}
          onClick={() => void ask(code)}
        >
          {text.revoke}
        </Button>
      </td>
    </tr>
  );
}

export function RoleCodeTable({ codes }: { codes: readonly RoleCodeResponse[] }) {
  return (
    <Table columns={[text.code, text.role, text.uses, text.expires, text.madeBy, text.statusLabel]}>
      {codes.map((code) => (
        <RoleCodeRow key={code.id} code={code} />
      ))}
    </Table>
  );
}
