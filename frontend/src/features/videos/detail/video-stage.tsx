import { IconVideoOff } from '@tabler/icons-react';
import { lazy, Suspense, use } from 'react';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { messages } from '../../../messages/common';
import { videoTexts as text } from '../../../messages/videos';
import { Button } from '../../../ui/button';
import { LazyBoundary } from '../../../ui/lazy';
import { loom, vimeo } from '../player/embed-protocols';
import { FramedPlayer } from '../player/framed-player';
import { ServicePlayer } from '../player/service-player';
import playerClasses from '../player/player.module.css';
import { isPlayable } from '../publication';

// Uploaded videos only: 200 KB that the players of other services do without.
const VideoPlayer = lazy(() => import('../player/video-player'));
const ProcessingView = lazy(async () => ({ default: (await import('./processing-views')).ProcessingView }));
const ProcessingError = lazy(async () => ({ default: (await import('./processing-views')).ProcessingError }));

const protocols = { VIMEO: vimeo, LOOM: loom };

interface PlayerProps {
  video: VideoResponse;
  /** Where to begin, in seconds; resolves to undefined for the start. */
  start: Promise<number | undefined>;
}

function Player({ video, start: startPromise }: PlayerProps) {
  const start = use(startPromise) ?? 0;
  const { source_type, embed_id, title, thumbnail: poster } = video;
  if (source_type === 'UPLOAD') {
    return (
      <VideoPlayer
        // A replaced file is another player.
        key={video.file_id}
        title={title}
        hlsUrl={video.hls_url}
        fileUrl={video.file_url}
        poster={poster}
        captionsUrl={video.captions_url}
        version={video.version}
        start={start}
      />
    );
  }
  const common = { embedId: embed_id ?? '', title, poster, start };
  if (source_type === 'YOUTUBE') return <FramedPlayer {...common} />;
  return <ServicePlayer {...common} protocol={protocols[source_type]} service={text.sourceNames[source_type]} />;
}

/** A video of a service has no player before its URL was checked. */
export const hasPlayer = (video: VideoResponse): boolean =>
  isPlayable(video) && (video.status === 'READY' || !video.processing);

/** A placeholder that names the source, for videos without a player. */
function NoPlayer({ video }: { video: VideoResponse }) {
  return (
    <div className={playerClasses.placeholder}>
      <IconVideoOff size={28} aria-hidden="true" />
      <p className={playerClasses.placeholderTitle}>{text.sourceNames[video.source_type]}</p>
      <p className={playerClasses.placeholderText}>{text.noVideo}</p>
    </div>
  );
}

function PlayerLoadError() {
  return (
    <div className={playerClasses.placeholder} role="alert">
      <p className={playerClasses.placeholderText}>{text.playFailed}</p>
      <Button
        variant="default"
        onClick={() => {
          window.location.reload();
        }}
      >
        {messages.common.tryAgain}
      </Button>
    </div>
  );
}

/** The place of the player: the player itself, or what keeps it from being there. */
export function VideoStage(props: PlayerProps) {
  const { video } = props;
  const waiting = <div className={playerClasses.placeholder} />;
  return (
    <div className={playerClasses.stage}>
      <LazyBoundary fallback={waiting} errorFallback={<PlayerLoadError />}>
        {hasPlayer(video) ? (
          <Suspense fallback={waiting}>
            <Player {...props} />
          </Suspense>
        ) : (
          <Unplayable video={video} />
        )}
      </LazyBoundary>
    </div>
  );
}

function Unplayable({ video }: { video: VideoResponse }) {
  if (video.status === 'PROCESSING') return <ProcessingView video={video} />;
  return video.status === 'ERROR' ? <ProcessingError video={video} /> : <NoPlayer video={video} />;
}
