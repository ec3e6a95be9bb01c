import { useHydrated, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getPostPage } from '@hub/shared/thread-pages';
import type { PostResponse } from '../../../api/generated/model/postResponse';
import { toPageParam } from '../queries';

const ANCHOR = /^post-(\d{1,9})$/;

export const getPostAnchor = (number: number): string => `post-${number}`;

/** Where a post of a thread is. */
export const getPostLink = ({ thread_id, number }: Pick<PostResponse, 'thread_id' | 'number'>) =>
  ({
    to: '/community/thread/$id',
    params: { id: thread_id },
    search: { page: toPageParam(getPostPage(number)) },
    hash: getPostAnchor(number),
  }) as const;

/** The address of a post in Markdown. It does not say the page, which the thread finds. */
export const getPostPath = (threadId: string, number: number): string =>
  `/community/thread/${threadId}#${getPostAnchor(number)}`;

/** The number of the post that the URL refers to. */
export function useLinkedPost(): number | undefined {
  const linked = useLocation({
    select: ({ hash }) => {
      const number = Number(ANCHOR.exec(hash)?.[1]);
      return number > 0 ? number : undefined;
    },
  });
  // The server does not know it.
  return useHydrated() ? linked : undefined;
}

/** Scrolls to the linked post when it is loaded, and again each time a link to it is followed. */
export function useScrollToPost(number: number | undefined): void {
  const visit = useLocation({ select: ({ state }) => state.__TSR_key });
  useEffect(() => {
    const element = number && document.getElementById(getPostAnchor(number));
    if (!element) return;
    element.scrollIntoView({ block: 'start' });
    element.focus({ preventScroll: true });
  }, [number, visit]);
}
