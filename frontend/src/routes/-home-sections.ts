import type { QueryClient } from '@tanstack/react-query';
import { recentThreadsQuery } from '../features/forum/home/recent-threads-query';
import { BookmarkedContent, MemberTop } from '../features/home/home-parts';
import { currentUserQuery } from '../shared/session/session';
import { RecentThreads } from './-recent-threads';

async function prefetchMemberSections(queryClient: QueryClient): Promise<void> {
  const user = await queryClient.ensureQueryData(currentUserQuery);
  if (!user) return;
  const parts: Promise<unknown>[] = [MemberTop.preload(), BookmarkedContent.preload()];
  if (user.permissions.includes('system.manage'))
    parts.push(import('./-home-checklist').then(({ prefetchChecklist }) => prefetchChecklist(queryClient)));
  await Promise.all(parts);
}

/** Loads what would move the rest of the home page if it came later. Failures are for the sections themselves. */
export async function prefetchHomeSections(queryClient: QueryClient): Promise<void> {
  const threads = [queryClient.prefetchQuery(recentThreadsQuery()), RecentThreads.preload()];
  await Promise.allSettled([...threads, prefetchMemberSections(queryClient)]);
}
