import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

const ANCHOR = /^post-(\d{1,9})$/;

export const getPostAnchor = (number: number): string => `post-${number}`;

/** The number of the post that the URL refers to. */
export function useLinkedPost(): number | undefined {
  return useLocation({
    select: ({ hash }) => {
      const number = Number(ANCHOR.exec(hash)?.[1]);
      return number > 0 ? number : undefined;
    },
  });
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
