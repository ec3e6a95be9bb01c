import type { QueryClient } from '@tanstack/react-query';
import { recentThreadsQuery } from '../features/forum/home/recent-threads-query';
import { checklistQuery } from '../features/home/setup-checklist-query';
import { currentUserQuery } from '../shared/session/session';

async function prefetchChecklist(queryClient: QueryClient): Promise<void> {
  const user = await queryClient.ensureQueryData(currentUserQuery);
  if (!user?.permissions.includes('system.manage')) return;
  await Promise.all([queryClient.prefetchQuery(checklistQuery), import('../features/home/setup-checklist')]);
}

/** Loads what would move the rest of the home page if it came later. Failures are for the sections themselves. */
export async function prefetchHomeSections(queryClient: QueryClient): Promise<void> {
  const threads = [queryClient.prefetchQuery(recentThreadsQuery()), import('../features/forum/home/recent-threads')];
  await Promise.allSettled([...threads, prefetchChecklist(queryClient)]);
}
