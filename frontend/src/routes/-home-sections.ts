import type { QueryClient } from '@tanstack/react-query';
import { recentThreadsQuery } from '../features/forum/home/recent-threads-query';
import { checklistQuery } from '../features/home/setup-checklist-query';
import { currentUserQuery } from '../shared/session/session';

async function prefetchMemberSections(queryClient: QueryClient): Promise<void> {
  const user = await queryClient.ensureQueryData(currentUserQuery);
  if (!user) return;
  const memberSections = import('../features/home/member-sections');
  if (!user.permissions.includes('system.manage')) await memberSections;
  else {
    const checklist = [queryClient.prefetchQuery(checklistQuery), import('../features/home/setup-checklist')];
    await Promise.all([memberSections, ...checklist]);
  }
}

/** Loads what would move the rest of the home page if it came later. Failures are for the sections themselves. */
export async function prefetchHomeSections(queryClient: QueryClient): Promise<void> {
  const threads = [queryClient.prefetchQuery(recentThreadsQuery()), import('../features/forum/home/recent-threads')];
  await Promise.allSettled([...threads, prefetchMemberSections(queryClient)]);
}
