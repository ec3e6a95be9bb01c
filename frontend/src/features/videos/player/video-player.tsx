import {
  isHLSProvider,
  LocalMediaStorage,
  MediaPlayer,
  type MediaPlayerInstance,
  type MediaProviderAdapter,
  MediaProvider,
  Poster,
  Track,
} from '@vidstack/react';
import { defaultLayoutIcons, DefaultVideoLayout } from '@vidstack/react/player/layouts/default';
import '@vidstack/react/player/styles/default/theme.css';
import '@vidstack/react/player/styles/default/layouts/video.css';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { readToken } from '../../../api/token';
import { videoTexts as text } from '../../../messages/en-videos';
import { createCaptions, type TranscriptLine } from '../transcript/transcript';
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

const loadHls = () => import('hls.js');

function setUpProvider(provider: MediaProviderAdapter | null): void {
  if (!isHLSProvider(provider)) return;
  // From our own files, not from a CDN.
  provider.library = loadHls;
  provider.config = {
    // Its worker would be a blob, which the content security policy forbids.
    enableWorker: false,
    xhrSetup: (request, url) => {
      const token = readToken();
      if (token && new URL(url, window.location.href).origin === window.location.origin)
        request.setRequestHeader('Authorization', `Bearer ${token}`);
    },
  };
}

const toAbsolute = (path: string): string => new URL(path, window.location.href).href;

interface VideoPlayerProps {
  title: string;
  hlsUrl: string | null;
  fileUrl: string | null;
  poster: string | null;
  transcript: readonly TranscriptLine[];
  /** Where to begin, in seconds. */
  start: number;
}

/** The player of uploaded videos. */
export default function VideoPlayer({ title, hlsUrl, fileUrl, poster, transcript, start }: VideoPlayerProps) {
  const player = useRef<MediaPlayerInstance>(null);
  const [hasHlsFailed, setHlsFailed] = useState(false);
  const storage = useMemo(() => new PreferencesStorage(), []);
  const captions = useMemo(() => createCaptions(transcript), [transcript]);
  const seek = useCallback((seconds: number) => {
    const current = player.current;
    if (!current) return;
    current.currentTime = seconds;
    // Browsers may refuse to play without a click.
    void current.play().catch(() => undefined);
  }, []);
  const playback = useAttachedPlayer(seek);
  useEffect(
    () =>
      player.current?.subscribe(({ currentTime }) => {
        if (currentTime > 0) playback.reportTime(currentTime);
      }),
    [playback],
  );
  const src =
    hlsUrl && !hasHlsFailed
      ? { src: toAbsolute(hlsUrl), type: 'application/x-mpegurl' as const }
      : { src: toAbsolute(fileUrl ?? ''), type: 'video/mp4' as const };
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
      <MediaProvider>
        {poster && <Poster className="vds-poster" src={poster} alt="" />}
        {captions && <Track content={captions} type="vtt" kind="captions" label={text.captions} lang="und" />}
      </MediaProvider>
      <DefaultVideoLayout
        icons={defaultLayoutIcons}
        colorScheme="dark"
        slots={{ googleCastButton: null, downloadButton: null }}
      />
    </MediaPlayer>
  );
}
