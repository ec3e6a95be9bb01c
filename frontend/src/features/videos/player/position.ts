import { useEffect } from 'react';
import { getWatchPosition } from '../../../api/generated/videos/videos';
import { getSetWatchPositionUrl } from '../../../api/generated/videos-writing/videos-writing';
import { request } from '../../../api/client';
import { usePlayback } from './playback';

const SAVE_INTERVAL_MS = 10_000;
/** A position this close to the start or to the end is not worth continuing at. */
const MARGIN_SECONDS = 10;

/** Where the user stopped watching; undefined if that is near the start or the end, or unknown. */
export async function loadPosition(videoId: string, duration: number | null): Promise<number | undefined> {
  const { seconds } = await getWatchPosition(videoId).catch(() => ({ seconds: 0 }));
  if (seconds < MARGIN_SECONDS) return undefined;
  return duration !== null && seconds > duration - MARGIN_SECONDS ? undefined : seconds;
}

/** Stores where the signed-in user is: while playing at most every 10 seconds, on pause and on leaving. */
export function usePositionStorage(videoId: string, isEnabled: boolean): void {
  const playback = usePlayback();
  useEffect(() => {
    if (!isEnabled) return undefined;
    let stored = Math.floor(playback.getTime());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const store = (keepalive = false) => {
      clearTimeout(timer);
      timer = undefined;
      const seconds = Math.floor(playback.getTime());
      if (seconds === stored) return;
      stored = seconds;
      // A lost position is no error worth showing.
      void request(getSetWatchPositionUrl(videoId), {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ seconds }),
        keepalive,
      }).catch(() => undefined);
    };
    const storeWhenHidden = () => {
      if (document.visibilityState === 'hidden') store(true);
    };
    const unsubscribe = playback.subscribe(() => {
      timer ??= setTimeout(store, SAVE_INTERVAL_MS);
    });
    const unsubscribePause = playback.onPause(store);
    document.addEventListener('visibilitychange', storeWhenHidden);
    return () => {
      unsubscribe();
      unsubscribePause();
      document.removeEventListener('visibilitychange', storeWhenHidden);
      store(true);
    };
  }, [playback, videoId, isEnabled]);
}
