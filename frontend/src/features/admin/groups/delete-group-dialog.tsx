import { useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteGroup } from '../../../api/generated/groups/groups';
import type { GroupResponse } from '../../../api/generated/model/groupResponse';
import type { OpenedCategoryResponse } from '../../../api/generated/model/openedCategoryResponse';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { groupTexts } from '../../../messages/groups';
import { LoadError } from '../../../shared/errors/load-error';
import { groupsKey } from '../../../shared/groups/queries';
import { refreshQueries } from '../../../shared/query-client';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { FormError } from '../../../ui/form-error';
import { isolate } from '../../../ui/isolate';
import { ListSkeleton } from '../../../ui/skeleton';
import { toast } from '../../../ui/toast/toast';
import classes from './groups.module.css';
import { groupQuery } from './queries';

const text = groupTexts.remove;

function OpenedCategories({ opens }: { opens: readonly OpenedCategoryResponse[] }) {
  if (opens.length === 0) return <p className={classes.note}>{text.opensNothing}</p>;
  return (
    <div>
      <p className={classes.note}>{text.opens}</p>
      <ul className={classes.opens}>
        {opens.map(({ area, id, name, level }) => (
          <li key={id}>
            {isolate(
              (category) => text.opened({ name: category, area: text.areas[area], level: text.levels[level] }),
              name,
            )}
          </li>
        ))}
      </ul>
      <p className={classes.note}>{text.staysLimited}</p>
    </div>
  );
}

/** Names what the group opens before it is deleted. */
export function DeleteGroupDialog({ group, onClose }: { group: GroupResponse; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({ ...groupQuery(group.id), staleTime: 0 });
  const removing = useActionMutation({
    mutationFn: () => deleteGroup(group.id),
    onSuccess: async () => {
      await refreshQueries(queryClient, groupsKey);
      onClose();
      toast(text.done);
    },
  });
  return (
    <Dialog role="alertdialog" title={text.title} text={isolate(text.text, group.name)} onClose={onClose}>
      <div className={classes.form}>
        {data && <OpenedCategories opens={data.opens} />}
        {!data && error && <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />}
        {!data && !error && <ListSkeleton rows={2} rowHeight="1.5rem" />}
        {removing.isError && <FormError text={text.failed} detail={getErrorText(removing.error, '')} />}
        <DialogActions>
          <Button variant="default" data-autofocus onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button
            variant="danger"
            disabled={!data}
            isLoading={removing.isPending}
            onClick={() => {
              removing.mutate();
            }}
          >
            {text.label}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
