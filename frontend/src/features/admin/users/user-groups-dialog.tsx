import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getListUserGroupsQueryKey, listUserGroups, setUserGroups } from '../../../api/generated/groups/groups';
import type { NamedGroupResponse } from '../../../api/generated/model/namedGroupResponse';
import type { UserSummaryResponse } from '../../../api/generated/model/userSummaryResponse';
import { getErrorText } from '../../../api/problem';
import { formatList } from '../../../lib/message-format';
import { messages } from '../../../messages/common';
import { groupTexts } from '../../../messages/groups';
import { LoadError } from '../../../shared/errors/load-error';
import { GroupPicker } from '../../../shared/groups/group-picker';
import { groupsKey } from '../../../shared/groups/queries';
import { refreshQueries } from '../../../shared/query-client';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { ListSkeleton } from '../../../ui/skeleton';
import { toast } from '../../../ui/toast/toast';
import { refreshUserQueries } from './queries';
import classes from './users.module.css';

const text = groupTexts.user;

/** The groups of a user; those of the issuer are shown only. */
export function UserGroupsDialog({ user, onClose }: { user: UserSummaryResponse; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: getListUserGroupsQueryKey(user.id),
    queryFn: ({ signal }) => listUserGroups(user.id, { signal }),
    staleTime: 0,
  });
  const [edited, setEdited] = useState<NamedGroupResponse[]>();
  const chosen = edited ?? data?.filter(({ source }) => source === 'hub') ?? [];
  const fromIssuer = data?.filter(({ source }) => source === 'issuer').map(({ name }) => name) ?? [];
  const saving = useActionMutation({
    mutationFn: () => setUserGroups(user.id, { group_ids: chosen.map(({ id }) => id) }),
    onSuccess: async () => {
      await refreshUserQueries(queryClient);
      await refreshQueries(queryClient, groupsKey, getListUserGroupsQueryKey(user.id));
      onClose();
      toast(text.saved, { subject: user.id });
    },
  });
  return (
    <Dialog title={<bdi>{text.title(user.name)}</bdi>} text={text.text} onClose={onClose}>
      <form
        className={classes.dialogForm}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        {data && (
          <GroupPicker
            label={text.field}
            value={chosen}
            canChoose={({ source }) => source === 'hub'}
            onChange={setEdited}
          />
        )}
        {fromIssuer.length > 0 && <p className={classes.hint}>{text.fromIssuer(formatList(fromIssuer))}</p>}
        {!data && error && <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />}
        {!data && !error && <ListSkeleton rows={1} rowHeight="2.25rem" />}
        {saving.isError && <FormError text={text.failed} detail={getErrorText(saving.error, '')} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" disabled={edited === undefined} isLoading={saving.isPending}>
            {groupTexts.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
