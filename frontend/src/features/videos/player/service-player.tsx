import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { videoTexts as text } from '../../../messages/videos';
import type { EmbedProtocol } from './embed-protocols';
import { useAttachedPlayer } from './playback';
import classes from './player.module.css';

/** Rights of the frames of other services. */
const ALLOWED = 'autoplay; fullscreen; picture-in-picture; encrypted-media';

interface ServicePlayerProps {
  protocol: EmbedProtocol;
  embedId: string;
  title: string;
  /** The name of the service. */
  service: string;
  poster: string | null;
  /** Where to begin, in seconds. */
  start: number;
}

/** The player of another service. Nothing is requested from it before the user presses play. */
export function ServicePlayer({ protocol, embedId, title, service, poster, start }: ServicePlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  /** The time the player is loaded at; undefined before the user presses play. */
  const [playFrom, setPlayFrom] = useState<number>();
  const isPlaying = playFrom !== undefined;
  const { origin, readTime, subscribeMessages, getSeekMessages } = protocol;

  const send = useCallback(
    (sent: readonly unknown[]) => {
      for (const message of sent) frame.current?.contentWindow?.postMessage(message, origin);
    },
    [origin],
  );
  const seek = useCallback(
    (seconds: number) => {
      if (frame.current && getSeekMessages) send(getSeekMessages(seconds));
      // Loads the player, or loads it again at another time.
      else setPlayFrom(seconds);
    },
    [getSeekMessages, send],
  );
  const playback = useAttachedPlayer(seek);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const receive = (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const time = readTime(event.data);
      if (time !== undefined) playback.reportTime(time);
    };
    window.addEventListener('message', receive);
    return () => {
      window.removeEventListener('message', receive);
    };
  }, [isPlaying, origin, readTime, playback]);

  if (isPlaying) {
    return (
      <iframe
        ref={frame}
        key={getSeekMessages ? undefined : playFrom}
        className={classes.frame}
        src={protocol.getUrl(embedId, playFrom)}
        title={text.player(title)}
        allow={ALLOWED}
        allowFullScreen
        // Some services play only in pages that say who they are; the address contains no path.
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={() => {
          send(subscribeMessages);
        }}
      />
    );
  }
  return (
    <div className={classes.placeholder}>
      {poster && <img src={poster} alt="" className={classes.posterImage} />}
      <button
        type="button"
        className={classes.playButton}
        onClick={() => {
          setPlayFrom(start);
        }}
      >
        <span className={classes.playIcon}>
          <IconPlayerPlayFilled size={28} aria-hidden="true" />
        </span>
        <span>{text.playOn(service)}</span>
      </button>
      <p className={classes.serviceNote}>{text.contactsService(service)}</p>
    </div>
  );
}
