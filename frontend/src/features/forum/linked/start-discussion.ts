import type { QueryClient } from '@tanstack/react-query';
import type { useNavigate } from '@tanstack/react-router';
import { setUpDefaultForumCategories } from '../../../api/generated/forum-writing/forum-writing';
import type { ForumCategoryResponse } from '../../../api/generated/model/forumCategoryResponse';
import { forumLinks } from '../../../messages/forum-links';
import { refreshQueries } from '../../../shared/query-client';
import { hasPermission } from '../../../shared/session/session';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { forumCategoriesQuery, forumStatsQuery } from '../queries';
import { toAboutSearch } from './about-item';
import type { DiscussedItem } from './discuss-button';

const text = forumLinks.discuss;

/** The categories that a user may choose from, and the time of the player when the user pressed the button. */
export interface CategoryChoice {
  categories: ForumCategoryResponse[];
  open: (categoryId: string) => Promise<void>;
}

/**
 * The categories to choose from. In a community without any, users who may create them are offered the default ones;
 * others see who can create them.
 */
async function getCategories(queryClient: QueryClient): Promise<ForumCategoryResponse[]> {
  const known = await queryClient.ensureQueryData(forumCategoriesQuery);
  if (known.length > 0) return known;
  const fetchCategories = () => queryClient.fetchQuery({ ...forumCategoriesQuery, staleTime: 0 });
  // There may be some since the page was loaded.
  const present = await fetchCategories();
  if (present.length > 0) return present;
  const title = text.noCategoriesTitle;
  if (!(await hasPermission(queryClient, 'forum.manage_categories'))) {
    await alert({ title, text: text.noCategories });
    return [];
  }
  if (!(await confirm({ title, text: text.createCategories, confirmLabel: text.createDefaults }))) return [];
  await setUpDefaultForumCategories();
  await refreshQueries(queryClient, forumStatsQuery.queryKey);
  return fetchCategories();
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
  const all = await getCategories(queryClient);
  const categories = all.filter(({ abilities }) => abilities.write);
  if (all.length > 0 && categories.length === 0)
    await alert({ title: text.noneWritableTitle, text: text.noneWritable });
  const open = (id: string) =>
    navigate({
      to: '/community/category/$id/new-thread',
      params: { id },
      search: item && toAboutSearch({ item_type: item.kind, item_id: item.id, second }),
    });
  const [only] = categories;
  if (categories.length > 1) return { categories, open };
  if (only) await open(only.id);
  return undefined;
}
