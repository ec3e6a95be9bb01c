import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

const ANCHOR = /^comment-([\da-f]{8}-[\da-f-]{27})$/;

/** The comment that the address leads to. */
export function useLinkedComment(): string | undefined {
  return useLocation({ select: ({ hash }) => ANCHOR.exec(hash)?.[1] });
}

export const anchorOf = (commentId: string): string => `comment-${commentId}`;

/** Brings the linked comment before the reader, once it is there and each time they follow a link to it. */
export function useShowLinked(id: string | undefined): void {
  const visit = useLocation({ select: ({ state }) => state.__TSR_key });
  useEffect(() => {
    const element = id && document.getElementById(anchorOf(id));
    if (!element) return;
    element.scrollIntoView({ block: 'center' });
    element.focus({ preventScroll: true });
  }, [id, visit]);
}
