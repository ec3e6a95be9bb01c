import {
  IconArrowMerge,
  IconArrowRight,
  IconArrowsSplit,
  IconBell,
  IconBellFilled,
  IconCheck,
  IconDots,
  IconFlag,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import {
  deleteThread,
  unwatchThread,
  updateThread,
  watchThread,
} from '../../../api/generated/forum-writing/forum-writing';
import type { ThreadAbilities } from '../../../api/generated/model/threadAbilities';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import type { UpdateThreadRequest } from '../../../api/generated/model/updateThreadRequest';
import { getErrorText, getLoadErrorText } from '../../../api/problem';
import { forumMoving } from '../../../messages/forum-moving';
import { forumWriting } from '../../../messages/forum-writing';
import { report as reportTexts } from '../../../messages/report';
import { ReportButton } from '../../../shared/report/report-button';
import { useReport } from '../../../shared/report/use-report';
import { ChunkLoadError } from '../../../shared/errors/load-error';
import { announceDeletion } from '../../../shared/trash/trash';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { isolate } from '../../../ui/isolate';
import { LazyBoundary } from '../../../ui/lazy';
import { Menu, MenuItem } from '../../../ui/menu';
import { toast } from '../../../ui/toast/toast';
import { startSplit } from '../posts/split-selection';
import { markForumListsStale, refreshThread, threadQuery } from '../queries';
import { EditThreadDialog } from './edit-thread-dialog';
import { MoveThreadDialog } from './move-thread-dialog';

const MergeDialog = lazy(() => import('../moving/merge-dialog'));

const text = forumWriting.thread;
const ICON = { size: 16, 'aria-hidden': true } as const;

function WatchButton({ thread: { id, is_watched = false } }: { thread: ThreadResponse }) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useActionMutation({
    mutationFn: () => (is_watched ? unwatchThread(id) : watchThread(id)),
    onSuccess: () => {
      queryClient.setQueryData(threadQuery(id).queryKey, (before) => before && { ...before, is_watched: !is_watched });
      toast(is_watched ? text.unwatched : text.watched, { subject: `watch ${id}` });
    },
    onError: (error) =>
      void alert({
        title: is_watched ? text.unwatchFailed : text.watchFailed,
        text: getLoadErrorText(error) ?? text.watchTryAgain,
      }),
  });
  return (
    <Button
      variant="default"
      aria-pressed={is_watched}
      isLoading={isPending}
      icon={is_watched ? <IconBellFilled {...ICON} /> : <IconBell {...ICON} />}
      onClick={() => {
        mutate();
      }}
    >
      {is_watched ? text.watching : text.watch}
    </Button>
  );
}

/** What the menu has changed; it changes one flag at a time. */
function describeChange({ is_pinned, is_locked, is_solved }: UpdateThreadRequest): string {
  if (is_pinned !== undefined) return is_pinned ? text.pinned : text.unpinned;
  if (is_locked !== undefined) return is_locked ? text.locked : text.unlocked;
  return is_solved ? text.solvedThread : text.unsolvedThread;
}

function useUpdateThread({ id }: ThreadResponse) {
  const queryClient = useQueryClient();
  return useActionMutation({
    mutationFn: (change: UpdateThreadRequest) => updateThread(id, change),
    onSuccess: async (_thread, change) => {
      await refreshThread(queryClient, id);
      toast(describeChange(change), { subject: id });
    },
    onError: (error) => void alert({ title: text.failed, text: getErrorText(error, forumWriting.post.tryAgain) }),
  });
}

function useDeleteThread({ id, title, category_id }: ThreadResponse) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutate } = useActionMutation({
    mutationFn: () => deleteThread(id),
    onSuccess: async () => {
      markForumListsStale(queryClient);
      await navigate({ to: '/community/category/$id', params: { id: category_id } });
      queryClient.removeQueries({ queryKey: threadQuery(id).queryKey });
      announceDeletion(queryClient, text.removed, { type: 'thread', id });
    },
    onError: (error) => void alert({ title: text.removeFailed, text: getErrorText(error, forumWriting.post.tryAgain) }),
  });
  return async () => {
    const isSure = await confirm({
      title: text.remove,
      text: isolate(text.removeText, title),
      confirmLabel: text.remove,
      isDestructive: true,
    });
    if (isSure) mutate();
  };
}

interface ThreadActionsProps {
  thread: ThreadResponse;
  abilities: ThreadAbilities;
}

function ThreadMenu({ thread, abilities }: ThreadActionsProps) {
  const [open, setOpen] = useState<'edit' | 'move' | 'merge'>();
  const { mutate } = useUpdateThread(thread);
  const remove = useDeleteThread(thread);
  const report = useReport({ type: 'thread', id: thread.id, authorId: thread.author_id });
  const { is_pinned, is_locked, is_solved } = thread;
  const close = () => {
    setOpen(undefined);
  };
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button variant="default" icon={<IconDots {...ICON} />}>
            {abilities.moderate ? text.menu : text.actions}
          </Button>
        }
      >
        {abilities.moderate && (
          <>
            <MenuItem
              icon={is_pinned ? <IconPinnedOff {...ICON} /> : <IconPin {...ICON} />}
              onSelect={() => {
                mutate({ is_pinned: !is_pinned });
              }}
            >
              {is_pinned ? text.unpin : text.pin}
            </MenuItem>
            <MenuItem
              icon={is_locked ? <IconLockOpen {...ICON} /> : <IconLock {...ICON} />}
              onSelect={() => {
                mutate({ is_locked: !is_locked });
              }}
            >
              {is_locked ? text.unlock : text.lock}
            </MenuItem>
            <MenuItem
              icon={<IconCheck {...ICON} />}
              onSelect={() => {
                mutate({ is_solved: !is_solved });
              }}
            >
              {is_solved ? text.unsolve : text.solve}
            </MenuItem>
          </>
        )}
        {abilities.edit && (
          <MenuItem
            icon={<IconPencil {...ICON} />}
            onSelect={() => {
              setOpen('edit');
            }}
          >
            {text.edit}
          </MenuItem>
        )}
        {abilities.moderate && (
          <MenuItem
            icon={<IconArrowRight {...ICON} />}
            onSelect={() => {
              setOpen('move');
            }}
          >
            {text.move}
          </MenuItem>
        )}
        {abilities.moderate && (
          <>
            {thread.last_number > 1 && (
              <MenuItem
                icon={<IconArrowsSplit {...ICON} />}
                onSelect={() => {
                  startSplit(thread.id);
                }}
              >
                {forumMoving.split.menu}
              </MenuItem>
            )}
            <MenuItem
              icon={<IconArrowMerge {...ICON} />}
              onSelect={() => {
                setOpen('merge');
              }}
            >
              {forumMoving.merge.menu}
            </MenuItem>
          </>
        )}
        {report && (
          <MenuItem icon={<IconFlag {...ICON} />} isDisabled={report.isReported} onSelect={() => void report.open()}>
            {report.isReported ? reportTexts.reported : reportTexts.button}
          </MenuItem>
        )}
        {abilities.delete && (
          <MenuItem isDestructive icon={<IconTrash {...ICON} />} onSelect={() => void remove()}>
            {text.remove}
          </MenuItem>
        )}
      </Menu>
      {report?.dialog}
      {open === 'edit' && <EditThreadDialog thread={thread} onClose={close} />}
      {open === 'move' && <MoveThreadDialog thread={thread} onClose={close} />}
      {open === 'merge' && (
        <LazyBoundary errorFallback={<ChunkLoadError />}>
          <MergeDialog thread={thread} onClose={close} />
        </LazyBoundary>
      )}
    </>
  );
}

/** What a signed-in user can do with a thread. */
export default function ThreadActions({ thread, abilities }: ThreadActionsProps) {
  const { moderate, edit, delete: canDelete } = abilities;
  return (
    <>
      <WatchButton thread={thread} />
      {moderate || edit || canDelete ? (
        <ThreadMenu thread={thread} abilities={abilities} />
      ) : (
        <ReportButton type="thread" id={thread.id} authorId={thread.author_id} variant="default" size="md" />
      )}
    </>
  );
}
