import { PROCESSING_CANCELED } from '@hub/shared/video-processing';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { cancelVideo, retryVideo } from '../../../api/generated/videos-writing/videos-writing';
import { getErrorText } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { videoTexts as text } from '../../../messages/videos';
import { updateVideoCache } from '../../../shared/content/video-cache';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import playerClasses from '../player/player.module.css';
import classes from './video-screen.module.css';

/** Starts processing again, or cancels it. */
function useProcessingAction(video: VideoResponse, action: 'retry' | 'cancel') {
  const queryClient = useQueryClient();
  const [send, doneText, failedTitle] =
    action === 'retry'
      ? [retryVideo, text.retryStarted, text.retryFailedTitle]
      : [cancelVideo, text.canceled, text.cancelFailedTitle];
  return useActionMutation({
    mutationFn: () => send(video.id),
    onSuccess: async (changed) => {
      toast(doneText, { subject: video.id });
      await updateVideoCache(queryClient, changed);
    },
    onError: (error) => {
      void alert({ title: failedTitle, text: getErrorText(error, text.failed) });
    },
  });
}

interface ActionButtonProps {
  video: VideoResponse;
  action: 'retry' | 'cancel';
}

function ActionButton({ video, action }: ActionButtonProps) {
  const { mutate, isPending } = useProcessingAction(video, action);
  if (!video.abilities?.[action]) return null;
  return (
    <Button
      variant={action === 'retry' ? 'primary' : 'default'}
      isLoading={isPending}
      onClick={() => {
        mutate();
      }}
    >
      {text[action]}
    </Button>
  );
}

function getProgressText({ processing }: VideoResponse): string {
  return processing?.state === 'running' ? text.processing(messages.common.percent(processing.progress)) : text.waiting;
}

function ProgressBar({ video: { processing }, className }: { video: VideoResponse; className: string | undefined }) {
  return (
    <progress
      className={className}
      aria-label={text.progress}
      max={100}
      value={processing?.state === 'running' ? processing.progress : 0}
    />
  );
}

/** In place of the player while a new video is processed. */
export function ProcessingView({ video }: { video: VideoResponse }) {
  return (
    <div className={playerClasses.placeholder}>
      <h2 className={playerClasses.placeholderTitle}>{text.processingTitle}</h2>
      <ProgressBar video={video} className={playerClasses.progress} />
      <p className={playerClasses.placeholderText}>{getProgressText(video)}</p>
      <div className={playerClasses.stageActions}>
        <ActionButton video={video} action="cancel" />
      </div>
    </div>
  );
}

const isCanceled = ({ error_reason }: VideoResponse): boolean => error_reason === PROCESSING_CANCELED;

/** In place of the player when a new video could not be processed. */
export function ProcessingError({ video }: { video: VideoResponse }) {
  return (
    <div className={playerClasses.placeholder}>
      {isCanceled(video) ? (
        <h2 className={playerClasses.placeholderTitle}>{text.canceledReason}</h2>
      ) : (
        <>
          <IconAlertTriangle size={28} aria-hidden="true" />
          <h2 className={playerClasses.placeholderTitle}>{text.errorTitle}</h2>
          <p className={playerClasses.placeholderText}>{video.error_reason ?? text.unknownError}</p>
        </>
      )}
      <div className={playerClasses.stageActions}>
        <ActionButton video={video} action="retry" />
      </div>
    </div>
  );
}

/** Below a player: of a video that plays while a new file is processed, or whose new file failed. */
export function ProcessingNotice({ video }: { video: VideoResponse }) {
  const { processing, status } = video;
  if (processing) {
    return (
      <section aria-label={text.processingTitle} className={classes.notice} data-tone="blue">
        <div>
          <p className={classes.noticeTitle}>{text.processingReplacement}</p>
          <p>{getProgressText(video)}</p>
          <ProgressBar video={video} className={classes.progress} />
        </div>
        <ActionButton video={video} action="cancel" />
      </section>
    );
  }
  // Readers see what plays only while the video is ready.
  const isReplacement = status === 'READY';
  if (isCanceled(video)) {
    return (
      <section aria-label={text.canceledReason} className={classes.notice} data-tone="slate">
        <p>{isReplacement ? text.canceledReplacement : text.canceledReason}</p>
        <ActionButton video={video} action="retry" />
      </section>
    );
  }
  const title = isReplacement ? text.replacementErrorTitle : text.errorTitle;
  return (
    <section aria-label={title} className={classes.notice} data-tone="red">
      <div>
        <p className={classes.noticeTitle}>{title}</p>
        <p>
          {video.error_reason ?? text.unknownError} {isReplacement && text.replacementError}
        </p>
      </div>
      <ActionButton video={video} action="retry" />
    </section>
  );
}
