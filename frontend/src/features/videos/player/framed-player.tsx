import { useCallback, useEffect, useRef, useState } from 'react';
import { videoTexts as text } from '../../../messages/videos';
import { readFrameMessage, toFrameMessage } from './embed-protocols';
import { useAttachedPlayer } from './playback';
import classes from './player.module.css';

interface FramedPlayerProps {
  embedId: string;
  title: string;
  poster: string | null;
  /** Where to begin, in seconds. */
  start: number;
}

/**
 * The player of YouTube in a page of our own origin, the only one that may contain frames of YouTube. Time and jumps
 * are exchanged by messages.
 */
export function FramedPlayer({ embedId, title, poster, start }: FramedPlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const seek = useCallback((seconds: number) => {
    frame.current?.contentWindow?.postMessage(toFrameMessage({ seek: seconds }), window.location.origin);
  }, []);
  // Messages to a frame that does not listen yet would be lost.
  const [isReady, setReady] = useState(false);
  const playback = useAttachedPlayer(seek, isReady);
  useEffect(() => {
    const receive = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow) return;
      const { isReady: hasLoaded, time } = readFrameMessage(event) ?? {};
      if (hasLoaded) setReady(true);
      if (time !== undefined) playback.reportTime(time);
    };
    window.addEventListener('message', receive);
    return () => {
      window.removeEventListener('message', receive);
    };
  }, [playback]);
  const params = new URLSearchParams({ title });
  if (start > 0) params.set('t', String(Math.floor(start)));
  if (poster) params.set('poster', poster);
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      src={`/embed/youtube/${encodeURIComponent(embedId)}?${params.toString()}`}
      title={text.player(title)}
      allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
      allowFullScreen
    />
  );
}
