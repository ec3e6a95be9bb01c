import type { QueryClient } from '@tanstack/react-query';
import { setProgress } from '../../api/generated/categories/categories';
import { getGetHomeQueryKey } from '../../api/generated/home/home';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { findCategory } from '../categories/queries';
import { PAGE_TREE_KEY } from '../content/page-queries';
import { refreshQueries } from '../query-client';

interface DonePage {
  type: ContentKind;
  id: string;
  categoryId: string;
}

/** Remembers that the user has read or watched a page of a series to the end. A failure is no error worth showing. */
export async function markDone(queryClient: QueryClient, { type, id, categoryId }: DonePage): Promise<void> {
  try {
    if (!(await findCategory(queryClient, categoryId))?.is_series) return;
    await setProgress(type, id, { is_done: true });
    await refreshQueries(queryClient, PAGE_TREE_KEY, getGetHomeQueryKey());
  } catch {
    // The page is not ticked.
  }
}
