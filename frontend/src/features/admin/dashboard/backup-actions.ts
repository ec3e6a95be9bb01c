import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '../../../api/files';
import {
  createBackup,
  deleteBackup,
  getGetBackupFileUrl,
  getGetSystemHealthQueryKey,
  getListBackupsQueryKey,
} from '../../../api/generated/administration/administration';
import type { BackupResponse } from '../../../api/generated/model/backupResponse';
import { getErrorText, hasCode } from '../../../api/problem';
import { saveFile } from '../../../lib/browser';
import { formatDateTime } from '@hub/shared/formats';
import { dashboard } from '../../../messages/admin-dashboard';
import { refreshQueries } from '../../../shared/query-client';
import { useSession } from '../../../shared/session/session';
import { requestSignIn } from '../../../shared/session/sign-in-request';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';

const text = dashboard.backups;

export function useCreateBackup() {
  const queryClient = useQueryClient();
  return useActionMutation({
    mutationFn: () => createBackup(),
    onSuccess: ({ message, backup }) => {
      if (backup.status === 'running') toast(message);
    },
    onError: (error) => {
      void alert({ title: text.createFailed, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshQueries(queryClient, getListBackupsQueryKey()),
  });
}

/** The download of a backup. A sign-in that is too old is repeated in place, and the download then starts. */
export function useDownloadBackup() {
  const userId = useSession().user?.id;
  const [percent, setPercent] = useState<number>();
  const downloading = useActionMutation({
    mutationFn: async ({ id, name, size_bytes }: BackupResponse) => {
      const onBytes = (bytes: number) => {
        setPercent(Math.floor((bytes / (size_bytes ?? bytes)) * 100));
      };
      saveFile((await download(getGetBackupFileUrl(id), { onBytes })).file, name);
    },
    onError: (error, backup) => {
      if (userId !== undefined && hasCode(error, 'recent_sign_in_required')) {
        const onSignedIn = () => {
          downloading.mutate(backup);
        };
        requestSignIn({ reason: 'recent', formerUserId: userId, onSignedIn });
        return;
      }
      void alert({ title: text.downloadFailed, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => {
      setPercent(undefined);
    },
  });
  return { start: downloading.mutate, isPending: downloading.isPending, percent };
}

/** @param onDelete called before the request */
export function useDeleteBackup(onDelete: (id: string) => void) {
  const queryClient = useQueryClient();
  const deleting = useActionMutation({
    mutationFn: (id: string) => deleteBackup(id),
    onSuccess: ({ message }) => {
      toast(message);
    },
    onError: (error) => {
      void alert({ title: text.deleteFailed, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: async () => {
      await refreshQueries(queryClient, getListBackupsQueryKey());
      // It tells the time of the last backup.
      await refreshQueries(queryClient, getGetSystemHealthQueryKey());
    },
  });
  const confirmDelete = async ({ id, created_at, status }: BackupResponse) => {
    const sure =
      status === 'failed' ||
      (await confirm({
        title: text.deleteTitle,
        text: text.deleteText(formatDateTime(created_at)),
        confirmLabel: text.delete,
        isDestructive: true,
      }));
    if (!sure) return;
    onDelete(id);
    deleting.mutate(id);
  };
  return { confirmDelete, isPending: deleting.isPending };
}
