import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import { findCurrentIndex } from '../../../lib/time';

type Seek = (seconds: number) => void;

/**
 * Connects a player with what accompanies it: chapters and transcript follow the time and jump to another one. A store,
 * because the time changes several times a second and most of those changes are of no interest to most components.
 */
interface Playback {
  getTime: () => number;
  /** Whether the player has reported its time. */
  hasTime: () => boolean;
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
  let isReported = false;
  let player: Seek | undefined;
  /** Where to jump once there is a player. */
  let waiting: number | undefined;
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const setTime = (seconds: number) => {
    if (seconds === time) return;
    time = seconds;
    notify();
  };
  return {
    getTime: () => time,
    hasTime: () => isReported,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reportTime: (seconds) => {
      const isFirst = !isReported;
      isReported = true;
      if (isFirst && seconds === time) notify();
      else setTime(seconds);
    },
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
        if (player !== seek) return;
        player = undefined;
        isReported = false;
        notify();
      };
    },
  };
}

export const PlaybackContext = createContext<Playback>(createPlayback());

export const usePlayback = (): Playback => use(PlaybackContext);

/** The index of the part that plays now, or -1. */
export function useCurrentIndex(starts: readonly (number | null)[]): number {
  const playback = usePlayback();
  const find = () => findCurrentIndex(starts, playback.getTime());
  return useSyncExternalStore(playback.subscribe, find, find);
}

/** The time of the player in whole seconds; undefined where nothing was played. */
export function getPlayedSecond(playback: Playback): number | undefined {
  return Math.floor(playback.getTime()) || undefined;
}

/** Whether there is a player whose time is known. */
export function useHasTime(): boolean {
  const playback = usePlayback();
  return useSyncExternalStore(playback.subscribe, playback.hasTime, playback.hasTime);
}

/** Registers a player for as long as the component is mounted and the player is ready to receive jumps. */
export function useAttachedPlayer(seek: Seek, isReady = true): Playback {
  const playback = usePlayback();
  useEffect(() => (isReady ? playback.attach(seek) : undefined), [playback, seek, isReady]);
  return playback;
}
