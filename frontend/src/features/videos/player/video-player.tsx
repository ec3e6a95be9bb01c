import { IconPlayerPlayFilled, IconReload } from '@tabler/icons-react';
import {
  LocalMediaStorage,
  MediaPlayer,
  type MediaPlayerInstance,
  MediaProvider,
  PlayButton,
  Poster,
  Track,
  useMediaState,
  type VideoQualityAddEvent,
} from '@vidstack/react';
import { defaultLayoutIcons, DefaultVideoLayout } from '@vidstack/react/player/layouts/default';
import '@vidstack/react/player/styles/default/theme.css';
import '@vidstack/react/player/styles/default/layouts/video.css';
import { useQuery } from '@tanstack/react-query';
import { type MediaHTMLAttributes, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { getAbsoluteApiUrl } from '../../../api/client';
import { playerWords } from '../../../messages/player';
import { videoTexts as text } from '../../../messages/videos';
import { captionsQuery } from './captions';
import { normalizeQuality, setUpProvider } from './hls';
import { useAttachedPlayer } from './playback';
import classes from './player.module.css';

/** Remembers volume, speed, captions and quality in the browser; the server remembers the time. */
class PreferencesStorage extends LocalMediaStorage {
  override getTime(): Promise<number | null> {
    return Promise.resolve(null);
  }
  override setTime(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * Until the provider is ready, the element contains the source itself. Browsers that play HLS without a library would
 * load it in vain.
 */
const UNLOADED: MediaHTMLAttributes<HTMLMediaElement> = { preload: 'none' };

/** The button in the middle of a player that does not play. */
function CentralPlayButton() {
  const isPaused = useMediaState('paused');
  const canPlay = useMediaState('canPlay');
  const hasEnded = useMediaState('ended');
  if (!canPlay || !isPaused) return null;
  const Icon = hasEnded ? IconReload : IconPlayerPlayFilled;
  return (
    <PlayButton className={classes.centralPlay} aria-label={hasEnded ? playerWords.Replay : playerWords.Play}>
      <Icon size={32} aria-hidden="true" />
    </PlayButton>
  );
}

interface VideoPlayerProps {
  title: string;
  hlsUrl: string | null;
  fileUrl: string | null;
  poster: string | null;
  captionsUrl: string | null;
  /** The version of the video, with which its captions change. */
  version: number;
  /** Where to begin, in seconds. */
  start: number;
  /** The user has pressed play before the player was there. */
  playsAtOnce: boolean;
}

/** The player of uploaded videos. */
export default function VideoPlayer(props: VideoPlayerProps) {
  const { title, hlsUrl, fileUrl, poster, captionsUrl, version, start, playsAtOnce } = props;
  const player = useRef<MediaPlayerInstance>(null);
  const [hasHlsFailed, setHlsFailed] = useState(false);
  const storage = useMemo(() => new PreferencesStorage(), []);
  // Without its captions a video still plays.
  const { data: captions } = useQuery(captionsQuery(captionsUrl, version));
  const seek = useCallback((seconds: number) => {
    const current = player.current;
    if (!current) return;
    // Also where the player was never scrolled to.
    current.startLoading();
    current.currentTime = seconds;
    // As the time, playing waits for a player that is still loading. Browsers may refuse to play without a click.
    current.canPlayQueue.enqueue('play', () => void current.play().catch(() => undefined));
    // The button that was pressed may not be there any more.
    if (document.activeElement === document.body) current.el?.focus({ preventScroll: true });
  }, []);
  const playback = useAttachedPlayer(seek);
  useEffect(() => {
    if (!playsAtOnce) return;
    seek(start);
  }, [playsAtOnce, start, seek]);
  useEffect(
    () =>
      player.current?.subscribe(({ currentTime }) => {
        if (currentTime > 0) playback.reportTime(currentTime);
      }),
    [playback],
  );
  useEffect(() => {
    const qualities = player.current?.qualities;
    const normalize = ({ detail }: VideoQualityAddEvent) => {
      normalizeQuality(detail);
    };
    qualities?.addEventListener('add', normalize);
    return () => {
      qualities?.removeEventListener('add', normalize);
    };
  }, []);
  const src =
    hlsUrl && !hasHlsFailed
      ? { src: getAbsoluteApiUrl(hlsUrl), type: 'application/x-mpegurl' as const }
      : { src: getAbsoluteApiUrl(fileUrl ?? ''), type: 'video/mp4' as const };
  return (
    <MediaPlayer
      ref={player}
      className={classes.player}
      title={title}
      src={src}
      currentTime={start}
      storage={storage}
      playsInline
      viewType="video"
      streamType="on-demand"
      onProviderChange={setUpProvider}
      onPause={playback.reportPause}
      onEnd={playback.reportPause}
      onHlsError={({ fatal }) => {
        if (fatal && fileUrl) setHlsFailed(true);
      }}
    >
      <MediaProvider mediaProps={UNLOADED}>
        {/* The library leaves out an empty `alt`. */}
        {poster && <Poster className="vds-poster" src={poster} alt="" role="presentation" />}
        {captions !== undefined && (
          <Track key={String(version)} content={captions} type="vtt" kind="captions" label={text.captions} lang="und" />
        )}
      </MediaProvider>
      <DefaultVideoLayout
        icons={defaultLayoutIcons}
        translations={playerWords}
        // Of the controls, which are on the video. Menus have the page's colors: player.module.css.
        colorScheme="dark"
        slots={{ googleCastButton: null, downloadButton: null }}
      />
      <CentralPlayButton />
    </MediaPlayer>
  );
}
