import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import { findCurrentIndex } from '../../../lib/time';

type Seek = (seconds: number) => void;

/**
 * Connects a player with what accompanies it: chapters and transcript follow the time and jump to another one. A store,
 * because the time changes several times a second and most of those changes are of no interest to most components.
 */
export interface Playback {
  getTime: () => number;
  subscribe: (listener: () => void) => () => void;
  /** Called by the player. */
  reportTime: (seconds: number) => void;
  reportPause: () => void;
  onPause: (listener: () => void) => () => void;
  /** Jumps to a time and plays from there, also where the player has not loaded yet. */
  seek: Seek;
  /** Registers the player; returns a function that removes it. */
  attach: (seek: Seek) => () => void;
}

export function createPlayback(): Playback {
  const listeners = new Set<() => void>();
  const pauseListeners = new Set<() => void>();
  let time = 0;
  let player: Seek | undefined;
  /** Where to jump once there is a player. */
  let waiting: number | undefined;
  const setTime = (seconds: number) => {
    if (seconds === time) return;
    time = seconds;
    for (const listener of listeners) listener();
  };
  return {
    getTime: () => time,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reportTime: setTime,
    reportPause: () => {
      for (const listener of pauseListeners) listener();
    },
    onPause: (listener) => {
      pauseListeners.add(listener);
      return () => pauseListeners.delete(listener);
    },
    seek: (seconds) => {
      setTime(seconds);
      if (player) player(seconds);
      else waiting = seconds;
    },
    attach: (seek) => {
      player = seek;
      if (waiting !== undefined) seek(waiting);
      waiting = undefined;
      return () => {
        if (player === seek) player = undefined;
      };
    },
  };
}

export const PlaybackContext = createContext<Playback>(createPlayback());

export const usePlayback = (): Playback => use(PlaybackContext);

/** The index of the part that plays now, or -1. */
export function useCurrentIndex(starts: readonly (number | null)[]): number {
  const playback = usePlayback();
  return useSyncExternalStore(playback.subscribe, () => findCurrentIndex(starts, playback.getTime()));
}

/** Registers a player for as long as the component is mounted and the player is ready to receive jumps. */
export function useAttachedPlayer(seek: Seek, isReady = true): Playback {
  const playback = usePlayback();
  useEffect(() => (isReady ? playback.attach(seek) : undefined), [playback, seek, isReady]);
  return playback;
}
