import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { deleteVideo, setVideoStatus } from '../../../api/generated/videos/videos';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/en';
import { videoActions as text, videoTexts } from '../../../messages/en-videos';
import { useSession } from '../../../shared/session/session';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { refreshVideoLists, updateVideoCache, videoQuery } from '../../../shared/content/video-cache';
import { Button, ButtonLink, IconButton } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { Menu, MenuItem } from '../../../ui/menu';
import { toast } from '../../../ui/toast/toast';
import { useDeleteItem } from '../../editing/use-delete-item';
import { isPlayable } from './video-stage';

function useDeleteVideo(video: VideoResponse) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useDeleteItem({
    item: { type: 'video', id: video.id },
    title: video.title,
    texts: text,
    send: () => deleteVideo(video.id),
    onDeleted: async () => {
      // Navigates first: a mounted video screen would refetch the deleted video.
      await navigate({ to: '/videos' });
      for (const name of [video.id, video.slug]) queryClient.removeQueries(videoQuery(name));
      await refreshVideoLists(queryClient);
    },
  });
}

/** Publishes the video, or submits one that was returned or hidden for review: both by the status READY. */
function usePublication(video: VideoResponse) {
  const queryClient = useQueryClient();
  return useActionMutation({
    mutationFn: () => setVideoStatus(video.id, { status: 'READY' }),
    onSuccess: async (changed) => {
      toast(changed.published_at === null ? text.submitted : text.published, { subject: video.id });
      await updateVideoCache(queryClient, changed);
    },
    onError: (error) => {
      void alert({ title: text.statusFailedTitle, text: getErrorText(error, videoTexts.failed) });
    },
  });
}

const ICON = 16;

/** The actions available to the user. */
export default function VideoActions({ video }: { video: VideoResponse }) {
  const { user } = useSession();
  const { abilities } = video;
  const { remove, isDeleting } = useDeleteVideo(video);
  const { mutate, isPending } = usePublication(video);
  // Open reviews are published by approving them, and there is nothing to publish before processing.
  const canPublish = abilities?.publish && !abilities.review && isPlayable(video) && !video.processing;
  return (
    <>
      {abilities?.edit && (
        <ButtonLink
          to="/videos/$id/edit"
          params={{ id: video.id }}
          variant="default"
          icon={<IconPencil size={ICON} aria-hidden="true" />}
        >
          {user?.id === video.author_id ? text.editOwn : text.edit}
        </ButtonLink>
      )}
      {(canPublish || abilities?.submit) && (
        <Button
          isLoading={isPending}
          onClick={() => {
            mutate();
          }}
        >
          {canPublish ? text.publish : text.submit}
        </Button>
      )}
      {abilities?.delete && (
        <Menu
          align="start"
          trigger={
            <IconButton isFramed aria-label={messages.common.moreActions} disabled={isDeleting}>
              <IconDots size={ICON} aria-hidden="true" />
            </IconButton>
          }
        >
          <MenuItem isDestructive icon={<IconTrash size={ICON} aria-hidden="true" />} onSelect={() => void remove()}>
            {text.remove}
          </MenuItem>
        </Menu>
      )}
    </>
  );
}
