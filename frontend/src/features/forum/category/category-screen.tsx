import { IconFilterOff, IconMessages, IconMoodEmpty, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ForumCategoryResponse } from '../../../api/generated/model/forumCategoryResponse';
import { usePageTitle } from '../../../lib/page';
import { forum } from '../../../messages/forum';
import { listFilters } from '../../../messages/list-filters';
import { CategoryHeading } from '../../../shared/categories/category-heading';
import { getCategoryPath } from '../../../shared/categories/category-tree';
import { useCan } from '../../../shared/session/session';
import { ButtonLink } from '../../../ui/button';
import { StateView } from '../../../ui/state-view';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import { ForumBreadcrumb } from '../breadcrumb';
import { CategoryList } from '../community/category-list';
import { MarkReadSlot } from '../mark-read-slot';
import { PageLinks, useFocusOnPageChange } from '../page-links';
import { forumCategoriesQuery, hasUnread, threadsQuery, toPageParam } from '../queries';
import { isFiltered, type ThreadsSearch } from './search-params';
import { ThreadFilters } from './thread-filters';
import { ThreadList } from '../threads/thread-list';
import classes from './category.module.css';

const text = forum.category;
const to = '/community/category/$id' as const;

export function CategoryNotFound() {
  usePageTitle(text.notFound);
  return (
    <StateView level={1} icon={<IconMoodEmpty size={24} />} title={text.notFound} text={forum.notFoundText}>
      <ButtonLink to="/community" variant="default">
        {forum.back}
      </ButtonLink>
    </StateView>
  );
}

/** The category with its subcategories of all levels. */
function getBranch(categories: readonly ForumCategoryResponse[], category: ForumCategoryResponse) {
  const children = categories.filter(({ parent_category_id }) => parent_category_id === category.id);
  return [category, ...children.flatMap((child): ForumCategoryResponse[] => getBranch(categories, child))];
}

/** The link to start a thread, for users who may; guests are asked to sign in there. */
function NewThreadLink({ category: { id, abilities } }: { category: ForumCategoryResponse }) {
  if (!useCan('forum.post') || !abilities.write) return null;
  return (
    <ButtonLink
      to="/community/category/$id/new-thread"
      params={{ id }}
      icon={<IconPlus size={16} aria-hidden="true" />}
      className={classes.newThread}
    >
      {text.newThread}
    </ButtonLink>
  );
}

interface NoThreadsProps {
  category: ForumCategoryResponse;
  search: ThreadsSearch;
}

function NoThreads({ category: { id, abilities }, search }: NoThreadsProps) {
  const canPost = useCan('forum.post') && abilities.write;
  const link = { to, params: { id } } as const;
  if (search.page || search.after || search.before)
    return (
      <StateView icon={<IconMoodEmpty size={24} />} title={text.emptyPageTitle} text={text.emptyPageText}>
        <ButtonLink {...link} search={{ ...search, page: undefined, after: undefined, before: undefined }}>
          {text.firstPage}
        </ButtonLink>
      </StateView>
    );
  if (isFiltered(search))
    return (
      <StateView icon={<IconFilterOff size={24} />} title={text.noMatchTitle} text={text.noMatchText}>
        <ButtonLink {...link} search={{ sort: search.sort }} variant="default">
          {listFilters.clearFilters}
        </ButtonLink>
      </StateView>
    );
  return (
    <StateView
      icon={<IconMessages size={24} />}
      title={text.emptyTitle}
      text={canPost ? text.emptyForMembers : text.emptyText}
    />
  );
}

/** The threads of a category, the pinned ones first. */
export function CategoryScreen({ id, search }: { id: string; search: ThreadsSearch }) {
  const { data: categories } = useSuspenseQuery(forumCategoriesQuery);
  const { data: list } = useSuspenseQuery(threadsQuery(id, search));
  const heading = useFocusOnPageChange(list.page);
  const path = getCategoryPath(categories, id);
  const category = path.at(-1);
  usePageTitle(category?.name);
  if (!category) return <CategoryNotFound />;

  const { sort, tag, solved } = search;
  const getLink = (page: number, place: Pick<ThreadsSearch, 'after' | 'before'> = {}) => ({
    to,
    params: { id },
    search: { page: toPageParam(page), sort, tag, solved, ...place },
  });
  return (
    <>
      <ForumBreadcrumb categories={path.slice(0, -1).map((above) => ({ ...above, limits: above }))} />
      <CategoryHeading category={category}>
        <MarkReadSlot categoryId={id} hasUnread={hasUnread(getBranch(categories, category))} />
        <NewThreadLink category={category} />
      </CategoryHeading>
      <div className={classes.below}>
        <CategoryList categories={categories} parentId={id} />
      </div>
      <ThreadFilters
        categoryId={id}
        search={search}
        count={forum.counts.allThreads({ count: list.total, capped: list.is_capped })}
      />
      <VisuallyHidden>
        <h2 ref={heading} tabIndex={-1}>
          {text.threads}
        </h2>
      </VisuallyHidden>
      {list.threads.length === 0 ? (
        <NoThreads category={category} search={search} />
      ) : (
        <>
          <ThreadList threads={list.threads} />
          <PageLinks
            page={list.page}
            pages={list.pages}
            getLink={getLink}
            previous={list.previous ? getLink(Math.max(1, list.page - 1), { before: list.previous }) : null}
            next={list.next ? getLink(list.page + 1, { after: list.next }) : null}
          />
        </>
      )}
    </>
  );
}
