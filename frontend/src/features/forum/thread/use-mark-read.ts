import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { markThreadRead } from '../../../api/generated/forum/forum';
import type { ThreadResponse } from '../../../api/generated/model/threadResponse';
import { markForumListsStale } from '../queries';

const DELAY_MS = 1000;

/** The highest number sent for each thread, so that going back in a thread sends nothing. */
const sentNumbers = new Map<string, number>();

/** Remembers on the server the last post that was on the screen. */
export function useMarkRead(
  thread: ThreadResponse,
  userId: string | undefined,
  list: RefObject<HTMLElement | null>,
  postCount: number,
): void {
  const queryClient = useQueryClient();
  const { id, last_read } = thread;
  const key = `${userId} ${id}`;
  const send = useEffectEvent((number: number) => {
    // Absent: the thread was loaded for a guest.
    if (last_read === undefined || number <= Math.max(last_read, sentNumbers.get(key) ?? 0)) return;
    sentNumbers.set(key, number);
    markThreadRead(id, { number }).then(
      () =>
        // Its unread marker in the lists of threads.
        markForumListsStale(queryClient),
      // The failure is not shown, because it must not interrupt reading. The next post on the screen is sent again.
      () => sentNumbers.delete(key),
    );
  });
  useEffect(() => {
    const element = list.current;
    if (!userId || !element) return;
    let highest = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      clearTimeout(timer);
      if (highest > 0) send(highest);
    };
    const observer = new IntersectionObserver((entries) => {
      const numbers = entries
        .filter(({ isIntersecting }) => isIntersecting)
        .map(({ target }) => Number((target as HTMLElement).dataset['number']));
      highest = Math.max(highest, ...numbers);
      clearTimeout(timer);
      timer = setTimeout(flush, DELAY_MS);
    });
    for (const post of element.querySelectorAll('[data-number]')) observer.observe(post);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [userId, id, list, postCount]);
}
