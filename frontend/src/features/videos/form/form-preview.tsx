import { useCallback, useEffect, useRef } from 'react';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { videoForm as text } from '../../../messages/videos';
import { VideoStage } from '../detail/video-stage';
import { useAttachedPlayer } from '../player/playback';
import { isPlayable } from '../publication';
import classes from './video-form.module.css';

/** Plays a chosen file before it is uploaded, where the browser can. */
function LocalVideo({ file }: { file: File }) {
  const element = useRef<HTMLVideoElement>(null);
  const seek = useCallback((seconds: number) => {
    if (element.current) element.current.currentTime = seconds;
  }, []);
  const playback = useAttachedPlayer(seek);
  useEffect(() => {
    const video = element.current;
    const url = URL.createObjectURL(file);
    if (video) video.src = url;
    return () => {
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return (
    <video
      ref={element}
      className={classes.localVideo}
      controls
      muted
      aria-label={file.name}
      onTimeUpdate={(event) => {
        playback.reportTime(event.currentTarget.currentTime);
      }}
    />
  );
}

interface FormPreviewProps {
  existing: VideoResponse | undefined;
  file: File | undefined;
}

export const hasPreview = ({ existing, file }: FormPreviewProps): boolean =>
  file !== undefined || (existing !== undefined && isPlayable(existing));

/** The video, to take the times of chapters from. */
export function FormPreview({ existing, file }: FormPreviewProps) {
  if (file) return <LocalVideo file={file} />;
  if (!existing || !isPlayable(existing)) return null;
  return (
    <details className={classes.preview}>
      <summary>{text.preview}</summary>
      <VideoStage video={existing} start={undefined} />
    </details>
  );
}
