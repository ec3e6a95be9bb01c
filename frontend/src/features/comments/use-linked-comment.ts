import { useHydrated, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

const ANCHOR = /^comment-([\da-f]{8}-[\da-f-]{27})$/;

/** The id of the comment the URL refers to. */
export function useLinkedComment(): string | undefined {
  const linked = useLocation({ select: ({ hash }) => ANCHOR.exec(hash)?.[1] });
  // The server does not know it.
  return useHydrated() ? linked : undefined;
}

/** The part of an address that leads to a passage, with the id of its comment. */
const PASSAGE = /^passage-([\da-f]{8}-[\da-f-]{27})$/;

/** The id of the comment whose passage the URL refers to. */
export const useLinkedPassage = (): string | undefined =>
  useLocation({ select: ({ hash }) => PASSAGE.exec(hash)?.[1] });

export const getCommentAnchor = (commentId: string): string => `comment-${commentId}`;

/** Scrolls to the linked comment when it is loaded, and again each time a link to it is followed. */
export function useScrollToComment(id: string | undefined): void {
  const visit = useLocation({ select: ({ state }) => state.__TSR_key });
  useEffect(() => {
    const element = id && document.getElementById(getCommentAnchor(id));
    if (!element) return;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
  }, [id, visit]);
}
