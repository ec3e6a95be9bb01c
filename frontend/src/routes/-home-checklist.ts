import type { QueryClient } from '@tanstack/react-query';
import { SetupChecklist } from '../features/home/setup-checklist-part';
import { checklistQuery } from '../features/home/setup-checklist-query';

/** For administrators of a new hub. */
export async function prefetchChecklist(queryClient: QueryClient): Promise<void> {
  await Promise.all([SetupChecklist.preload(), queryClient.prefetchQuery(checklistQuery)]);
}
