import { IconDots, IconFilePlus, IconFolderSymlink, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import type { VideoState } from '../../../api/generated/model/videoState';
import { deleteVideo, setVideoStatus } from '../../../api/generated/videos-writing/videos-writing';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { pageMoving } from '../../../messages/page-moving';
import { review } from '../../../messages/review';
import { videoActions as text, videoTexts } from '../../../messages/videos';
import { useSession } from '../../../shared/session/session';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { getShownStatus } from '../../../shared/content/enums';
import { refreshVideoLists, updateVideoCache, videoQuery } from '../../../shared/content/video-cache';
import { Button, ButtonLink, IconButton } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { LazyBoundary } from '../../../ui/lazy';
import { Menu, MenuItem, MenuLink } from '../../../ui/menu';
import { toast } from '../../../ui/toast/toast';
import { useDeleteItem } from '../../editing/use-delete-item';
import { isSharingEnabled } from '../../../shared/share-links/is-sharing-enabled';
import { ShareMenuItem } from '../../../shared/share-links/share-menu-item';
import { isPublishable, needsReview } from '../publication';

const ShareDialog = lazy(() => import('../../../shared/share-links/share-dialog'));

const MovePageDialog = lazy(() => import('../../../shared/page-tree/move-page-dialog'));

function useDeleteVideo(video: VideoResponse) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useDeleteItem({
    item: { type: 'video', id: video.id },
    title: video.title,
    texts: text,
    send: (children) => deleteVideo(video.id, children && { children }),
    onDeleted: async () => {
      // Navigates first: a mounted video screen would refetch the deleted video.
      await navigate({ to: '/videos' });
      for (const name of [video.id, video.slug]) queryClient.removeQueries(videoQuery(name));
      await refreshVideoLists(queryClient);
    },
  });
}

function getDoneText(changed: VideoResponse, requested: VideoState): string {
  if (changed.is_draft) return review.withdraw.done.video;
  if (changed.published_at !== null) return text.published;
  return changed.status === 'PROCESSING' && requested === 'READY' ? text.publishedLater : text.submitted;
}

function useStatusChange(video: VideoResponse) {
  const queryClient = useQueryClient();
  const mutation = useActionMutation({
    mutationFn: (status: VideoState) => setVideoStatus(video.id, { status }),
    onSuccess: async (changed, status) => {
      toast(getDoneText(changed, status), { subject: video.id });
      await updateVideoCache(queryClient, changed);
    },
    onError: (error) => {
      void alert({ title: text.statusFailedTitle, text: getErrorText(error, videoTexts.failed) });
    },
  });
  return { changeStatus: mutation.mutate, pendingStatus: mutation.isPending ? mutation.variables : undefined };
}

interface StatusAction {
  to: VideoState;
  label: string;
  /** Whether the action brings the video closer to publication. */
  isForward: boolean;
}

/** The actions the server allows, the most likely next one first. */
function getStatusActions(video: VideoResponse, isOwn: boolean): StatusAction[] {
  const { abilities, is_draft, review_note } = video;
  const isOwnWaiting = getShownStatus(video) === 'IN_REVIEW' && !abilities?.review;
  // Open reviews are published by approving them.
  const canPublish = abilities?.publish && !abilities.review && isPublishable(video);
  const publishesOwn = abilities?.submit && !abilities.publish && !needsReview(video);
  const actions: (StatusAction & { allowed: boolean | undefined })[] = [
    {
      to: 'READY',
      label: text.publish,
      // What was sent back is not published by the next click.
      isForward: !is_draft || review_note === null,
      allowed: canPublish || publishesOwn,
    },
    {
      to: 'IN_REVIEW',
      label: text.submit,
      // Nor submitted again by who sent it back.
      isForward: review_note === null || isOwn,
      allowed: abilities?.submit && !publishesOwn,
    },
    {
      to: 'DRAFT',
      // As the notice calls it.
      label: isOwnWaiting ? review.withdraw.action : text.withdraw,
      isForward: false,
      allowed: abilities?.withdraw,
    },
  ];
  return actions.filter(({ allowed }) => allowed);
}

const ICON = 16;

/** The actions available to the user. */
export default function VideoActions({ video }: { video: VideoResponse }) {
  const { user } = useSession();
  const { abilities } = video;
  const { remove, isDeleting, dialog } = useDeleteVideo(video);
  const { changeStatus, pendingStatus } = useStatusChange(video);
  const [isSharing, setSharing] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const canShare = abilities?.share && isSharingEnabled();
  const isOwn = user?.id === video.author_id;
  const actions = getStatusActions(video, isOwn);
  const next = actions.find(({ isForward }) => isForward);
  const otherActions = actions.filter((action) => action !== next);
  return (
    <>
      {abilities?.edit && (
        <ButtonLink
          to="/videos/$id/edit"
          params={{ id: video.id }}
          variant="default"
          icon={<IconPencil size={ICON} aria-hidden="true" />}
        >
          {isOwn ? text.editOwn : text.edit}
        </ButtonLink>
      )}
      {next && (
        <Button
          isLoading={pendingStatus === next.to}
          onClick={() => {
            changeStatus(next.to);
          }}
        >
          {next.label}
        </Button>
      )}
      {(abilities?.delete || abilities?.edit || canShare || otherActions.length > 0) && (
        <Menu
          align="start"
          trigger={
            <IconButton
              isFramed
              aria-label={messages.common.moreActions}
              disabled={isDeleting || otherActions.some(({ to }) => to === pendingStatus)}
            >
              <IconDots size={ICON} aria-hidden="true" />
            </IconButton>
          }
        >
          {canShare && (
            <ShareMenuItem
              onSelect={() => {
                setSharing(true);
              }}
            />
          )}
          {otherActions.map(({ to, label }) => (
            <MenuItem
              key={to}
              onSelect={() => {
                changeStatus(to);
              }}
            >
              {label}
            </MenuItem>
          ))}
          {video.category && user?.permissions.includes('content.create') && (
            <MenuLink
              to="/docs/create"
              search={{ below: video.id, category: video.category.id }}
              icon={<IconFilePlus size={ICON} aria-hidden="true" />}
            >
              {pageMoving.newBelow}
            </MenuLink>
          )}
          {abilities?.edit && (
            <MenuItem
              icon={<IconFolderSymlink size={ICON} aria-hidden="true" />}
              onSelect={() => {
                setMoving(true);
              }}
            >
              {pageMoving.menu}
            </MenuItem>
          )}
          {abilities?.delete && (
            <MenuItem isDestructive icon={<IconTrash size={ICON} aria-hidden="true" />} onSelect={() => void remove()}>
              {text.remove}
            </MenuItem>
          )}
        </Menu>
      )}
      {dialog}
      {isMoving && (
        <LazyBoundary>
          <MovePageDialog
            page={{ ...video, type: 'video' }}
            onClose={() => {
              setMoving(false);
            }}
          />
        </LazyBoundary>
      )}
      {isSharing && (
        <LazyBoundary>
          <ShareDialog
            item={{ ...video, type: 'video' }}
            onClose={() => {
              setSharing(false);
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
}
