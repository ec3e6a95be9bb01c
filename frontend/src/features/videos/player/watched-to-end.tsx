import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { markDone } from '../../../shared/page-tree/mark-done';
import { usePlayback } from './playback';

/** A video is watched to the end when no more of it is left. */
const LEFT_SECONDS = 10;

interface WatchedToEndProps {
  id: string;
  categoryId: string;
  duration: number;
}

/** Ticks a video of a series once it is watched to the end. */
export default function WatchedToEnd({ id, categoryId, duration }: WatchedToEndProps) {
  const queryClient = useQueryClient();
  const playback = usePlayback();
  useEffect(() => {
    let isDone = false;
    return playback.subscribe(() => {
      if (isDone || playback.getTime() < duration - Math.min(LEFT_SECONDS, duration / 10)) return;
      isDone = true;
      void markDone(queryClient, { type: 'video', id, categoryId });
    });
  }, [playback, queryClient, id, categoryId, duration]);
  return null;
}
