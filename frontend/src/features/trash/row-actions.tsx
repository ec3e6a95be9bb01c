import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TrashItemResponse } from '../../api/generated/model/trashItemResponse';
import { purgeTrashItem, restoreTrashItem } from '../../api/generated/trash/trash';
import { getErrorText } from '../../api/problem';
import { trashTexts as text } from '../../messages/trash';
import { useCan } from '../../shared/session/session';
import { refreshQueries } from '../../shared/query-client';
import { refreshAfterRestore, TRASH_KEY } from '../../shared/trash/trash';
import { useActionMutation } from '../../shared/use-action-mutation';
import { Button } from '../../ui/button';
import { alert, confirm } from '../../ui/dialogs/dialogs';
import { isolate } from '../../ui/isolate';
import { toast } from '../../ui/toast/toast';
import classes from './trash.module.css';

function useRestore({ type, id }: TrashItemResponse) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useActionMutation({
    mutationFn: () => restoreTrashItem(type, id),
    onSuccess: ({ message, url }) => {
      // Replaces the message with “Undo”.
      toast(message, { subject: id, action: { label: text.open, run: () => void navigate({ to: url }) } });
    },
    onError: (error) => {
      void alert({ title: text.restoreFailed, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshAfterRestore(queryClient),
  });
}

function usePurge({ type, id, title }: TrashItemResponse) {
  const queryClient = useQueryClient();
  const purging = useActionMutation({
    mutationFn: () => purgeTrashItem(type, id),
    onSuccess: ({ message }) => {
      toast(message, { subject: id });
    },
    onError: (error) => {
      void alert({ title: text.purgeFailed, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshQueries(queryClient, TRASH_KEY),
  });
  const confirmPurge = async () => {
    const isSure = await confirm({
      title: text.purgeTitle,
      text: isolate(text.purgeText, title),
      confirmLabel: text.purge,
      isDestructive: true,
    });
    if (isSure) purging.mutate();
  };
  return { confirmPurge, isPending: purging.isPending };
}

export function RowActions({ item }: { item: TrashItemResponse }) {
  const { mutate, isPending } = useRestore(item);
  const { confirmPurge, isPending: isPurging } = usePurge(item);
  const canPurge = useCan('content.delete_any');
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="sm"
        aria-label={text.restoreNamed(item.title)}
        isLoading={isPending}
        onClick={() => {
          mutate();
        }}
      >
        {text.restore}
      </Button>
      {canPurge && (
        <Button
          variant="default"
          size="sm"
          aria-label={text.purgeNamed(item.title)}
          isLoading={isPurging}
          onClick={() => void confirmPurge()}
        >
          {text.purge}
        </Button>
      )}
    </div>
  );
}
