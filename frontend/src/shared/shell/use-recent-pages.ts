import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isTargetPath } from '../../lib/hub-paths';
import { addRecentPage, keepRecentPagesOf } from '../../lib/recent-pages';

/** Remembers the documents, videos and threads that the user opens, which the editor lists first. */
export function useRecentPages(userId: string): void {
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    keepRecentPagesOf(userId);
    if (isTargetPath(pathname)) addRecentPage(pathname, userId);
  }, [userId, pathname]);
}
