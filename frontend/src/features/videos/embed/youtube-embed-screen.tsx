import { useEffect, useState } from 'react';
import { videoTexts as text } from '../../../messages/videos';
import { usePageTitle } from '../../../lib/page';
import { readFrameMessage, toFrameMessage, youTube } from '../player/embed-protocols';
import { createPlayback, PlaybackContext } from '../player/playback';
import { ServicePlayer } from '../player/service-player';
import classes from './youtube-embed-screen.module.css';

/** Posters are files of this hub; another address would contact a third party. */
const isOwnFile = (path: string | undefined): path is string => /^\/(?:[\w-]+\/)*files\/[\w./-]+$/.test(path ?? '');

interface YouTubeEmbedScreenProps {
  embedId: string;
  title: string | undefined;
  poster: string | undefined;
  start: number;
}

/** The page in the frame of a video page: a placeholder, and after the click the player of YouTube. */
export function YouTubeEmbedScreen({ embedId, title, poster, start }: YouTubeEmbedScreenProps) {
  const [playback] = useState(createPlayback);
  const name = title ?? text.sourceNames.YOUTUBE;
  usePageTitle(name);
  useEffect(() => {
    const receive = (event: MessageEvent<unknown>) => {
      if (event.source !== window.parent) return;
      const seconds = readFrameMessage(event)?.seek;
      if (seconds !== undefined) playback.seek(seconds);
    };
    window.addEventListener('message', receive);
    const send = (message: Parameters<typeof toFrameMessage>[0]) => {
      window.parent.postMessage(toFrameMessage(message), window.location.origin);
    };
    const unsubscribe = playback.subscribe(() => {
      send({ time: playback.getTime() });
    });
    send({ isReady: true });
    return () => {
      unsubscribe();
      window.removeEventListener('message', receive);
    };
  }, [playback]);
  return (
    <PlaybackContext value={playback}>
      <main className={classes.screen}>
        <h1 className={classes.heading}>{name}</h1>
        <ServicePlayer
          protocol={youTube}
          embedId={embedId}
          title={name}
          service={text.sourceNames.YOUTUBE}
          poster={isOwnFile(poster) ? poster : null}
          start={start}
        />
      </main>
    </PlaybackContext>
  );
}
