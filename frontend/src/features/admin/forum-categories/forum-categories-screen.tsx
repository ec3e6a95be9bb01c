import { IconFolders, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  compareReadersOfForumRules,
  createForumCategory,
  getForumCategoryAccess,
  setUpDefaultForumCategories,
  updateForumCategory,
} from '../../../api/generated/forum-writing/forum-writing';
import type { ForumCategoryResponse } from '../../../api/generated/model/forumCategoryResponse';
import { getErrorText, getLoadErrorText, hasCode } from '../../../api/problem';
import { usePageTitle } from '../../../lib/page';
import { forumCategoryTexts as text } from '../../../messages/forum-admin';
import { CategoryFormDialog } from '../../../shared/categories/form/category-form-dialog';
import { LoadError } from '../../../shared/errors/load-error';
import { refreshQueries } from '../../../shared/query-client';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { PageHeading } from '../../../ui/page-heading';
import { ListSkeleton } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import { CategoryTreeList } from './category-tree-list';
import { changedKeys, flattenTree, forumTreeQuery } from './queries';

function useSetUp() {
  const queryClient = useQueryClient();
  return useActionMutation({
    mutationFn: () => setUpDefaultForumCategories(),
    onSuccess: async ({ message }) => {
      await refreshQueries(queryClient, ...changedKeys);
      void alert({ title: text.setUpTitle, text: message });
    },
    onError: (error) =>
      hasCode(error, 'categories_exist')
        ? void alert({ title: text.setUpExists, text: text.setUpExistsText })
        : void alert({ title: text.setUpFailed, text: getErrorText(error, text.tryAgain) }),
  });
}

/** An alert in addition to the message in place of the list, each time the categories could not be loaded. */
function useLoadAlert(isLoaded: boolean, error: Error | null, errorCount: number): void {
  const showAlert = useEffectEvent(() => {
    if (!isLoaded && error) void alert({ title: text.fetchFailed, text: getLoadErrorText(error) });
  });
  useEffect(() => {
    showAlert();
  }, [errorCount]);
}

/** The administration of the forum's categories. */
export function ForumCategoriesScreen() {
  const queryClient = useQueryClient();
  const { data: tree, error, errorUpdateCount, refetch } = useQuery(forumTreeQuery);
  const [open, setOpen] = useState<'create' | ForumCategoryResponse>();
  const setUp = useSetUp();
  const content = useRef<HTMLDivElement>(null);
  usePageTitle(text.title);
  useLoadAlert(tree !== undefined, error, errorUpdateCount);
  const setUpButton = (
    <Button
      variant="default"
      isLoading={setUp.isPending}
      onClick={() => {
        setUp.mutate();
      }}
    >
      {text.setUp}
    </Button>
  );
  const edited = open === 'create' ? undefined : open;
  return (
    <>
      <PageHeading title={text.title} description={text.lead}>
        {tree?.length !== 0 && setUpButton}
        <Button
          icon={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => {
            setOpen('create');
          }}
        >
          {text.create}
        </Button>
      </PageHeading>
      <div ref={content} tabIndex={-1}>
        {!tree && error && <LoadError error={error} title={text.fetchFailed} onRetry={() => void refetch()} />}
        {!tree && !error && <ListSkeleton rows={4} rowHeight="6rem" />}
        {tree?.length === 0 && (
          <StateView icon={<IconFolders size={24} />} title={text.emptyTitle} text={text.emptyText}>
            {setUpButton}
          </StateView>
        )}
        {tree && (
          <CategoryTreeList
            categories={tree}
            onEdit={setOpen}
            onDeleted={() => {
              // The button that had the focus is gone.
              content.current?.focus({ preventScroll: true });
            }}
          />
        )}
      </div>
      {open && (
        <CategoryFormDialog
          isForum
          texts={text}
          category={edited}
          categories={flattenTree(tree ?? [])}
          submit={({ parent_category_id, ...request }) =>
            edited
              ? updateForumCategory(edited.id, { ...request, parent_category_id })
              : createForumCategory({ ...request, ...(parent_category_id && { parent_category_id }) })
          }
          access={{ load: (id) => getForumCategoryAccess(id), compare: compareReadersOfForumRules }}
          onSaved={() => refreshQueries(queryClient, ...changedKeys)}
          showSuccess={() =>
            void alert(
              edited
                ? { title: text.updatedTitle, text: text.updated }
                : { title: text.createdTitle, text: text.created },
            )
          }
          onClose={() => {
            setOpen(undefined);
          }}
        />
      )}
    </>
  );
}
