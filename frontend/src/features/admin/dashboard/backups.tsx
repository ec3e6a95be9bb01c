import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { download } from '../../../api/files';
import {
  createBackup,
  deleteBackup,
  getGetBackupFileUrl,
  getGetSystemHealthQueryKey,
  getListBackupsQueryKey,
} from '../../../api/generated/administration/administration';
import type { BackupResponse } from '../../../api/generated/model/backupResponse';
import { ApiError, getErrorText } from '../../../api/problem';
import { saveFile } from '../../../lib/browser';
import { formatDateTime, formatSize } from '../../../lib/format';
import { dashboard } from '../../../messages/en-admin-dashboard';
import { LoadError } from '../../../shared/errors/load-error';
import { refreshQueries } from '../../../shared/query-client';
import { useLogout } from '../../../shared/session/use-logout';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { ProgressBar } from '../../../ui/progress-bar';
import { ListSkeleton } from '../../../ui/skeleton';
import { toast } from '../../../ui/toast/toast';
import { backupsQuery } from './queries';
import classes from './backups.module.css';

const text = dashboard.backups;

/** Reports a backup that has become complete since the first list, by a request here or by the schedule. */
function useAnnounceComplete(backups: readonly BackupResponse[] | undefined) {
  const queryClient = useQueryClient();
  const knownIds = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!backups) return;
    const ended = backups.filter(({ status }) => status !== 'running');
    const isNew = ({ id }: BackupResponse) => knownIds.current?.has(id) === false;
    if (ended.some((backup) => isNew(backup) && backup.status === 'complete')) toast(text.created);
    if (ended.some(isNew)) void refreshQueries(queryClient, getGetSystemHealthQueryKey());
    knownIds.current = new Set(ended.map(({ id }) => id));
  }, [backups, queryClient]);
}

function useCreateBackup() {
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

function useDownloadBackup() {
  const logout = useLogout();
  const [percent, setPercent] = useState<number>();
  const explain = async (error: Error) => {
    if (!(error instanceof ApiError) || error.problem.code !== 'recent_sign_in_required') {
      await alert({ title: text.downloadFailed, text: getErrorText(error, text.tryAgain) });
      return;
    }
    if (await confirm({ title: text.signInTitle, text: text.signInText, confirmLabel: text.signIn })) await logout();
  };
  const downloading = useActionMutation({
    mutationFn: async ({ id, name, size_bytes }: BackupResponse) => {
      const onBytes = (bytes: number) => {
        setPercent(Math.floor((bytes / (size_bytes ?? bytes)) * 100));
      };
      saveFile((await download(getGetBackupFileUrl(id), { onBytes })).file, name);
    },
    onError: (error) => {
      void explain(error);
    },
    onSettled: () => {
      setPercent(undefined);
    },
  });
  return { start: downloading.mutate, isPending: downloading.isPending, percent };
}

function useDeleteBackup() {
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
    if (sure) deleting.mutate(id);
  };
  return { confirmDelete, isPending: deleting.isPending };
}

function BackupState({ backup }: { backup: BackupResponse }) {
  const { status, size_bytes, progress, error, verified_at, missing_files } = backup;
  if (status === 'running') {
    return <ProgressBar label={text.progress(String(progress))} percent={progress} />;
  }
  if (status === 'failed') {
    return (
      <>
        <Badge tone="red">{text.failed}</Badge> <span className={classes.note}>{error}</span>
      </>
    );
  }
  return (
    <span className={classes.note}>
      {formatSize(size_bytes ?? 0)}
      {verified_at && ` · ${text.verifiedAt(formatDateTime(verified_at))}`}
      {missing_files > 0 && ` · ${text.missing(missing_files)}`}
    </span>
  );
}

function BackupItem({ backup }: { backup: BackupResponse }) {
  const downloading = useDownloadBackup();
  const { confirmDelete, isPending } = useDeleteBackup();
  const time = formatDateTime(backup.created_at);
  return (
    <li className={classes.item}>
      <div className={classes.texts}>
        <div>{time}</div>
        {downloading.percent === undefined ? (
          <BackupState backup={backup} />
        ) : (
          <ProgressBar label={text.downloadProgress(String(downloading.percent))} percent={downloading.percent} />
        )}
      </div>
      {backup.status !== 'running' && (
        <div className={classes.actions}>
          {backup.status === 'complete' && (
            <Button
              variant="default"
              size="sm"
              aria-label={text.downloadOf(time)}
              isLoading={downloading.isPending}
              onClick={() => {
                downloading.start(backup);
              }}
            >
              {text.download}
            </Button>
          )}
          <Button
            variant="default"
            size="sm"
            aria-label={text.deleteOf(time)}
            isLoading={isPending}
            onClick={() => void confirmDelete(backup)}
          >
            {text.delete}
          </Button>
        </div>
      )}
    </li>
  );
}

/** The list of backups with their actions, for administrators. */
export function Backups() {
  const { data, error, refetch } = useQuery(backupsQuery);
  const creating = useCreateBackup();
  useAnnounceComplete(data);
  const isRunning = data?.some(({ status }) => status === 'running') ?? false;
  return (
    <section aria-label={text.title} className={classes.section}>
      <div className={classes.head}>
        <h3 className={classes.title}>{text.title}</h3>
        <Button
          size="sm"
          variant="default"
          disabled={!data}
          isLoading={creating.isPending || isRunning}
          onClick={() => {
            creating.mutate();
          }}
        >
          {text.create}
        </Button>
      </div>
      {error && !data ? (
        <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className={classes.list}>
          {data.map((backup) => (
            <BackupItem key={backup.id} backup={backup} />
          ))}
        </ul>
      ) : (
        <ListSkeleton rows={2} rowHeight="2.75rem" />
      )}
    </section>
  );
}
