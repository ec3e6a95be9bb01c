import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { cards } from '../../../messages/cards';
import { videoQuery } from '../../../shared/content/video-cache';
import type { InlineVideoProps } from '../../../shared/link-targets/inline-video';
import { Skeleton, SkeletonItem } from '../../../ui/skeleton';
import { ChapterList } from '../detail/chapter-list';
import { VideoStage } from '../detail/video-stage';
import { createPlayback, PlaybackContext } from '../player/playback';
import classes from './inline-video.module.css';

/** A video that plays inside of a text, with its chapters. */
export default function InlineVideo({ id, start }: InlineVideoProps) {
  const { data: video, isError } = useQuery(videoQuery(id));
  const [playback] = useState(createPlayback);
  const isUpload = video?.source_type === 'UPLOAD';
  useEffect(() => {
    // The user has pressed play already. Another service is contacted by its own button only.
    if (isUpload) playback.seek(start ?? 0);
  }, [isUpload, playback, start]);
  if (isError) return <p role="alert">{cards.loadFailed}</p>;
  if (!video) {
    return (
      <Skeleton>
        <SkeletonItem className={classes.waiting} />
      </Skeleton>
    );
  }
  return (
    <PlaybackContext value={playback}>
      <VideoStage video={video} start={start} />
      {video.chapters.length > 0 && (
        <div className={classes.chapters}>
          <ChapterList chapters={video.chapters} />
        </div>
      )}
    </PlaybackContext>
  );
}
