import { useQueryClient } from '@tanstack/react-query';
import type { RoleCodeResponse } from '../../../api/generated/model/roleCodeResponse';
import type { RoleCodeStatus } from '../../../api/generated/model/roleCodeStatus';
import { deleteRoleCode } from '../../../api/generated/role-codes/role-codes';
import { formatDateTime } from '@hub/shared/formats';
import { roleCodes as text } from '../../../messages/roles';
import { getErrorText } from '../../../api/problem';
import { refreshQueries } from '../../../shared/query-client';
import { RoleLabel } from '../../../shared/roles/role-badge';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Badge, type Tone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { Table } from '../../../ui/table';
import { toast } from '../../../ui/toast/toast';
import { roleCodesKey } from './queries';
import { getRoleName } from '../../../shared/roles/roles';
import classes from './role-codes.module.css';

/** Revokes a role code after confirmation. */
function useRevokeRoleCode() {
  const queryClient = useQueryClient();
  const revoking = useActionMutation({
    mutationFn: (id: string) => deleteRoleCode(id),
    onSuccess: () => {
      toast(text.revoked);
    },
    onError: (error) => {
      void alert({ title: text.revokeFailedTitle, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshQueries(queryClient, roleCodesKey),
  });
  const confirmRevoke = async ({ id, hint, role, role_display_name }: RoleCodeResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: text.confirmText({ hint, role: getRoleName(role, role_display_name) }),
      confirmLabel: text.revoke,
      isDestructive: true,
    });
    if (sure) revoking.mutate(id);
  };
  return { confirmRevoke, isPending: revoking.isPending };
}

const tonesByStatus: Record<RoleCodeStatus, Tone> = {
  active: 'green',
  used_up: 'slate',
  expired: 'amber',
  void: 'amber',
};

function RoleCodeRow({ code }: { code: RoleCodeResponse }) {
  const { confirmRevoke, isPending } = useRevokeRoleCode();
  return (
    <tr>
      <td data-label={text.code} data-main className={classes.code}>
        {text.begins(code.hint)}
      </td>
      <td data-label={text.role}>
        <RoleLabel role={code.role} name={code.role_display_name} />
      </td>
      <td data-label={text.uses}>{text.usesOf({ used: code.used_count, most: code.max_uses })}</td>
      <td data-label={text.expires}>{code.expires_at ? formatDateTime(code.expires_at) : text.never}</td>
      <td data-label={text.createdBy}>{code.created_by_name ?? text.deletedAccount}</td>
      <td data-label={text.statusLabel}>
        <Badge tone={tonesByStatus[code.status]}>{text.status[code.status]}</Badge>
      </td>
      <td data-actions>
        <Button
          variant="default"
          size="sm"
          aria-label={text.revokeNamed(code.hint)}
          isLoading={isPending}
          onClick={() => void confirmRevoke(code)}
        >
          {text.revoke}
        </Button>
      </td>
    </tr>
  );
}

export function RoleCodeTable({ codes }: { codes: readonly RoleCodeResponse[] }) {
  return (
    <Table columns={[text.code, text.role, text.uses, text.expires, text.createdBy, text.statusLabel]}>
      {codes.map((code) => (
        <RoleCodeRow key={code.id} code={code} />
      ))}
    </Table>
  );
}
