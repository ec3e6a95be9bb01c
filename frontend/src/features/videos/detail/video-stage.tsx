import { IconPlayerPlayFilled, IconVideoOff } from '@tabler/icons-react';
import { ClientOnly } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, use, useCallback, useState, useTransition } from 'react';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { messages } from '../../../messages/common';
import { videoTexts as text } from '../../../messages/videos';
import { Button } from '../../../ui/button';
import { LazyBoundary } from '../../../ui/lazy';
import { loom, vimeo } from '../player/embed-protocols';
import { FramedPlayer } from '../player/framed-player';
import { useAttachedPlayer } from '../player/playback';
import { ServicePlayer } from '../player/service-player';
import playerClasses from '../player/player.module.css';
import { isPlayable } from '../publication';

// Uploaded videos only: 220 KB that the players of other services do without.
const loadVideoPlayer = () => import('../player/video-player');
const VideoPlayer = lazy(loadVideoPlayer);
const preparePlayer = () => void loadVideoPlayer().catch(() => undefined);
const ProcessingView = lazy(async () => ({ default: (await import('./processing-views')).ProcessingView }));
const ProcessingError = lazy(async () => ({ default: (await import('./processing-views')).ProcessingError }));

const protocols = { VIMEO: vimeo, LOOM: loom };

/** What a player needs of a video. */
export type PlayedVideo = Pick<
  VideoResponse,
  'title' | 'thumbnail' | 'version' | 'source_type' | 'embed_id' | 'file_id' | 'file_url' | 'hls_url' | 'captions_url'
>;

interface PlayerProps<Video extends PlayedVideo = PlayedVideo> {
  video: Video;
  /** Where to begin, in seconds; undefined for the start. */
  start: Promise<number | undefined> | number | undefined;
}

interface ContentProps extends PlayerProps {
  /** shown while the player loads */
  waiting: ReactNode;
}

const useStart = (start: PlayerProps['start']): number => (start instanceof Promise ? use(start) : start) ?? 0;

/** Part of the page's HTML, and as the player shows it until it plays. */
function Picture({ video }: { video: PlayedVideo }) {
  return (
    video.source_type === 'UPLOAD' &&
    video.thumbnail && <img src={video.thumbnail} alt="" fetchPriority="high" className={playerClasses.firstPicture} />
  );
}

/** Shown in place of the player of an uploaded video until the user starts it. */
function Poster({ video, isLoading, play }: { video: PlayedVideo; isLoading: boolean; play: (s: number) => void }) {
  // Chapters and the transcript start the player, too.
  const playback = useAttachedPlayer(play);
  return (
    <div className={playerClasses.poster}>
      <Picture video={video} />
      <button
        type="button"
        className={playerClasses.centralPlay}
        aria-label={text.play}
        aria-busy={isLoading}
        onPointerEnter={preparePlayer}
        onFocus={preparePlayer}
        onClick={() => {
          playback.seek(0);
        }}
      >
        <IconPlayerPlayFilled size={32} aria-hidden="true" />
      </button>
    </div>
  );
}

function UploadedVideo({ video, start: givenStart, waiting }: ContentProps) {
  const start = useStart(givenStart);
  const [playFrom, setPlayFrom] = useState<number>();
  // The poster stays until the player has loaded.
  const [isLoading, startLoading] = useTransition();
  const play = useCallback((seconds: number) => {
    startLoading(() => {
      setPlayFrom(seconds);
    });
  }, []);
  const { title, thumbnail, hls_url, file_url, captions_url, version } = video;
  if (playFrom === undefined && start === 0) return <Poster video={video} isLoading={isLoading} play={play} />;
  return (
    <ClientOnly fallback={waiting}>
      <VideoPlayer
        title={title}
        hlsUrl={hls_url}
        fileUrl={file_url}
        poster={thumbnail}
        captionsUrl={captions_url}
        version={version}
        start={playFrom ?? start}
        playsAtOnce={playFrom !== undefined}
      />
    </ClientOnly>
  );
}

function PlayerOfService({ video, start: givenStart }: PlayerProps) {
  const start = useStart(givenStart);
  const { source_type, embed_id, title, thumbnail: poster } = video;
  const common = { embedId: embed_id ?? '', title, poster, start };
  if (source_type === 'YOUTUBE') return <FramedPlayer {...common} />;
  const protocol = protocols[source_type as keyof typeof protocols];
  return <ServicePlayer {...common} protocol={protocol} service={text.sourceNames[source_type]} />;
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
export function VideoStage(props: PlayerProps<VideoResponse>) {
  if (hasPlayer(props.video)) return <PlayerStage {...props} />;
  return (
    <div className={playerClasses.stage}>
      <LazyBoundary errorFallback={<PlayerLoadError />}>
        <Unplayable video={props.video} />
      </LazyBoundary>
    </div>
  );
}

/** The player of a video that has one. */
export function PlayerStage(props: PlayerProps) {
  const { video } = props;
  const waiting = (
    <div className={playerClasses.poster}>
      <Picture video={video} />
    </div>
  );
  return (
    <div className={playerClasses.stage}>
      <LazyBoundary fallback={waiting} errorFallback={<PlayerLoadError />}>
        <Content {...props} waiting={waiting} />
      </LazyBoundary>
    </div>
  );
}

function Content(props: ContentProps) {
  const { video, waiting } = props;
  // A replaced file is another player.
  if (video.source_type === 'UPLOAD') return <UploadedVideo key={video.file_id} {...props} />;
  return (
    <ClientOnly fallback={waiting}>
      <Suspense fallback={waiting}>
        <PlayerOfService {...props} />
      </Suspense>
    </ClientOnly>
  );
}

function Unplayable({ video }: { video: VideoResponse }) {
  if (video.status === 'PROCESSING') return <ProcessingView video={video} />;
  return video.status === 'ERROR' ? <ProcessingError video={video} /> : <NoPlayer video={video} />;
}
