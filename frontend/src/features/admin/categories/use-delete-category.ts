import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { deleteCategory } from '../../../api/generated/categories/categories';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import { getErrorText, hasCode } from '../../../api/problem';
import { categoryTexts as text } from '../../../messages/admin';
import { refreshDocumentLists } from '../../../shared/content/document-cache';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { isolate } from '../../../ui/isolate';

/** A category that cannot be deleted yet, with the server's explanation. */
export interface CategoryInUse {
  category: CategoryResponse;
  detail: string;
}

interface DeleteCategoryOptions {
  onConfirm: (id: string) => void;
  onInUse: (inUse: CategoryInUse) => void;
}

/** Deletes a category after confirmation; if it has content, the user first chooses where to move it. */
export function useDeleteCategory({ onConfirm, onInUse }: DeleteCategoryOptions) {
  const queryClient = useQueryClient();
  const deleting = useActionMutation({
    mutationFn: ({ id }: CategoryResponse) => deleteCategory(id),
    onSuccess: () => {
      toast(text.removed);
    },
    onError: (error, category) => {
      if (hasCode(error, 'category_in_use')) onInUse({ category, detail: getErrorText(error, '') });
      else void alert({ title: text.removeFailed, text: getErrorText(error, text.tryAgain) });
    },
    onSettled: () => refreshDocumentLists(queryClient),
  });
  const confirmDelete = async (category: CategoryResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: isolate(text.confirmText, category.name),
      confirmLabel: text.remove,
      isDestructive: true,
    });
    if (!sure) return;
    onConfirm(category.id);
    deleting.mutate(category);
  };
  return { confirmDelete, isPending: deleting.isPending };
}

interface FocusAfterRemovalOptions {
  categories: readonly CategoryResponse[];
  /** The category of the last confirmation. */
  confirmedId: string | undefined;
  isInUse: boolean;
}

/** Moves the focus from a deleted category's button to that of the category in its place. */
export function useFocusAfterRemoval({ categories, confirmedId, isInUse }: FocusAfterRemovalOptions) {
  const grid = useRef<HTMLUListElement>(null);
  const lastIndex = useRef<number>(undefined);
  useEffect(() => {
    const at = categories.findIndex(({ id }) => id === confirmedId);
    if (at >= 0) lastIndex.current = at;
    else if (lastIndex.current !== undefined && !isInUse) {
      const buttons = grid.current?.querySelectorAll<HTMLElement>('[data-removes]') ?? [];
      // Leaves the focus alone if the user has moved it.
      if (document.activeElement === document.body) buttons[Math.min(lastIndex.current, buttons.length - 1)]?.focus();
      lastIndex.current = undefined;
    }
  }, [categories, confirmedId, isInUse]);
  return grid;
}
