import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getGetSystemHealthQueryKey } from '../../../api/generated/administration/administration';
import type { BackupResponse } from '../../../api/generated/model/backupResponse';
import { formatDateTime } from '@hub/shared/formats';
import { formatSize } from '../../../lib/message-format';
import { dashboard } from '../../../messages/admin-dashboard';
import { LoadError } from '../../../shared/errors/load-error';
import { useFocusOnNewItems } from '../../../shared/load-more';
import { refreshQueries } from '../../../shared/query-client';
import { useFocusWhenLinked } from '../../../shared/use-focus-when-linked';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { ProgressBar } from '../../../ui/progress-bar';
import { ListSkeleton } from '../../../ui/skeleton';
import { toast } from '../../../ui/toast/toast';
import { useCreateBackup, useDeleteBackup, useDownloadBackup } from './backup-actions';
import { backupsQuery } from './queries';
import classes from './backups.module.css';

const text = dashboard.backups;

/** Shown at first; up to 730 are kept. */
const NEWEST = 5;

/** Reports a backup that has become complete since the first list, by a request here or by the schedule. */
function useAnnounceComplete(backups: readonly BackupResponse[] | undefined) {
  const queryClient = useQueryClient();
  const knownIds = useRef<Set<string>>(undefined);
  useEffect(() => {
    if (!backups) return;
    const ended = backups.filter(({ status }) => status !== 'running');
    const added = ended.filter(({ id }) => knownIds.current?.has(id) === false);
    const complete = added.find(({ status }) => status === 'complete');
    if (complete) toast(complete.missing_files ? text.createdWithout(complete.missing_files) : text.created);
    if (added.length > 0) void refreshQueries(queryClient, getGetSystemHealthQueryKey());
    knownIds.current = new Set(ended.map(({ id }) => id));
  }, [backups, queryClient]);
}

/** Moves the focus from a deleted backup to the one in its place, or to the title of an empty list. */
function useFocusAfterDeletion(backups: readonly BackupResponse[] | undefined) {
  const section = useRef<HTMLElement>(null);
  const deleted = useRef<{ id: string; index: number }>(undefined);
  useEffect(() => {
    if (!backups || !deleted.current || backups.some(({ id }) => id === deleted.current?.id)) return;
    const { index } = deleted.current;
    deleted.current = undefined;
    // Leaves the focus alone if the user has moved it.
    if (document.activeElement !== document.body) return;
    const items = section.current?.querySelectorAll<HTMLElement>('li') ?? [];
    const title = section.current?.querySelector<HTMLElement>('h3');
    (items[Math.min(index, items.length - 1)] ?? title)?.focus();
  }, [backups]);
  const onDelete = (id: string) => {
    deleted.current = { id, index: backups?.findIndex((backup) => backup.id === id) ?? 0 };
  };
  return { section, onDelete };
}

function BackupState({ backup }: { backup: BackupResponse }) {
  const { status, progress, error, missing_files, is_file_missing } = backup;
  if (status === 'running') return <ProgressBar label={text.progress(String(progress))} percent={progress} />;
  if (status === 'failed') {
    return (
      <div>
        <Badge tone="red">{text.failed}</Badge> <span className={classes.note}>{error}</span>
      </div>
    );
  }
  if (!is_file_missing && missing_files === 0) return null;
  return (
    <div className={classes.badges}>
      {is_file_missing && <Badge tone="red">{text.fileMissing}</Badge>}
      {missing_files > 0 && <Badge tone="amber">{text.missing(missing_files)}</Badge>}
    </div>
  );
}

function BackupDetails({ backup }: { backup: BackupResponse }) {
  const { name, size_bytes, is_scheduled, verified_at } = backup;
  const parts = [
    is_scheduled ? text.scheduled : text.manual,
    size_bytes !== null && formatSize(size_bytes),
    verified_at && text.verifiedAt(formatDateTime(verified_at)),
  ];
  return (
    <div className={classes.note}>
      <div>{parts.filter(Boolean).join(' · ')}</div>
      <div className={classes.name}>{name}</div>
    </div>
  );
}

function BackupItem({ backup, onDelete }: { backup: BackupResponse; onDelete: (id: string) => void }) {
  const downloading = useDownloadBackup();
  const { confirmDelete, isPending } = useDeleteBackup(onDelete);
  const time = formatDateTime(backup.created_at);
  return (
    <li tabIndex={-1} className={classes.item}>
      <div className={classes.texts}>
        <div>{time}</div>
        <BackupDetails backup={backup} />
        {downloading.percent === undefined ? (
          <BackupState backup={backup} />
        ) : (
          <ProgressBar label={text.downloadProgress(String(downloading.percent))} percent={downloading.percent} />
        )}
      </div>
      {backup.status !== 'running' && (
        <div className={classes.actions}>
          {backup.status === 'complete' && !backup.is_file_missing && (
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

function BackupList({ backups, onDelete }: { backups: readonly BackupResponse[]; onDelete: (id: string) => void }) {
  const [isComplete, setIsComplete] = useState(false);
  const shown = isComplete ? backups : backups.slice(0, NEWEST);
  const { results, markFirstNew } = useFocusOnNewItems(shown.length, 'li');
  if (backups.length === 0) return <p className={classes.note}>{text.none}</p>;
  return (
    <div ref={results}>
      <ul className={classes.list} data-all={isComplete || undefined}>
        {shown.map((backup) => (
          <BackupItem key={backup.id} backup={backup} onDelete={onDelete} />
        ))}
      </ul>
      {shown.length < backups.length && (
        <Button
          size="sm"
          variant="subtle"
          onClick={() => {
            markFirstNew(NEWEST);
            setIsComplete(true);
          }}
        >
          {text.showAll(backups.length)}
        </Button>
      )}
    </div>
  );
}

/** The list of backups with their actions, for administrators. */
export function Backups() {
  const { data, error, refetch } = useQuery(backupsQuery);
  const creating = useCreateBackup();
  useAnnounceComplete(data);
  const { section, onDelete } = useFocusAfterDeletion(data);
  useFocusWhenLinked(section, 'backups');
  const isRunning = data?.some(({ status }) => status === 'running') ?? false;
  return (
    <section ref={section} id="backups" aria-label={text.title} className={classes.section}>
      <div className={classes.head}>
        <h3 tabIndex={-1} className={classes.title}>
          {text.title}
        </h3>
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
        <BackupList backups={data} onDelete={onDelete} />
      ) : (
        <ListSkeleton rows={2} rowHeight="2.75rem" />
      )}
    </section>
  );
}
