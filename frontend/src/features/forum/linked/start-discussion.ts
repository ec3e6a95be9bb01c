import type { QueryClient } from '@tanstack/react-query';
import type { useNavigate } from '@tanstack/react-router';
import type { ForumCategoryResponse } from '../../../api/generated/model/forumCategoryResponse';
import { forumLinks } from '../../../messages/en-forum-links';
import { alert } from '../../../ui/dialogs/dialogs';
import { forumCategoriesQuery } from '../queries';
import { toAboutSearch } from './about-item';
import type { DiscussedItem } from './discuss-button';

const text = forumLinks.discuss;

/** The categories that a user may choose from, and the time of the player when the user pressed the button. */
export interface CategoryChoice {
  categories: ForumCategoryResponse[];
  open: (categoryId: string) => Promise<void>;
}

/**
 * Opens the form of a new thread.
 * @param item that the thread is about
 * @returns the choice when there are several categories
 */
export async function startThread(
  queryClient: QueryClient,
  navigate: ReturnType<typeof useNavigate>,
  item: DiscussedItem | undefined,
): Promise<CategoryChoice | undefined> {
  const second = item?.getSecond?.();
  const categories = await queryClient.ensureQueryData(forumCategoriesQuery);
  const open = (id: string) =>
    navigate({
      to: '/community/category/$id/new-thread',
      params: { id },
      search: item && toAboutSearch({ item_type: item.kind, item_id: item.id, second }),
    });
  const [only] = categories;
  if (categories.length > 1) return { categories, open };
  if (only) await open(only.id);
  else await alert({ title: text.noCategoriesTitle, text: text.noCategories });
  return undefined;
}
