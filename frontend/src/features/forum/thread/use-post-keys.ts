import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { threadKeys } from '../../../shared/shortcuts/key-maps';
import { usePlainKeys } from '../../../shared/shortcuts/plain-keys';
import { toPageParam } from '../queries';
import { findPostIndex } from './find-post-index';

const getPosts = (list: RefObject<HTMLOListElement | null>): HTMLElement[] => [
  ...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-number]') ?? []),
];

function focusPost(post: HTMLElement | undefined): void {
  post?.scrollIntoView({ block: 'start' });
  post?.focus({ preventScroll: true });
}

/** The keys that move the focus from post to post, over the pages. */
export function usePostKeys(
  list: RefObject<HTMLOListElement | null>,
  { id, page, pages }: { id: string; page: number; pages: number },
): void {
  const navigate = useNavigate();
  /** Where the focus goes when the next page is shown. */
  const edge = useRef<'first' | 'last'>(undefined);
  useEffect(() => {
    if (edge.current) focusPost(getPosts(list).at(edge.current === 'first' ? 0 : -1));
    edge.current = undefined;
  }, [list, page]);

  const move = (step: 1 | -1) => {
    const posts = getPosts(list);
    const headerHeight = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    const positions = posts.map((post) => {
      const { top, bottom } = post.getBoundingClientRect();
      return {
        top: top - headerHeight,
        bottom: bottom - headerHeight,
        hasFocus: post.contains(document.activeElement),
      };
    });
    const index = findPostIndex(positions, step, window.innerHeight);
    const next = page + step;
    if (posts[index]) focusPost(posts[index]);
    else if (next >= 1 && next <= pages) {
      edge.current = step === 1 ? 'first' : 'last';
      void navigate({ to: '/community/thread/$id', params: { id }, search: { page: toPageParam(next) } });
    }
  };
  usePlainKeys({
    [threadKeys.next]: () => {
      move(1);
    },
    [threadKeys.previous]: () => {
      move(-1);
    },
  });
}
