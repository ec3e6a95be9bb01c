import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteCategory } from '../../../api/generated/categories/categories';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import { hasCode } from '../../../api/problem';
import { categoryTexts as text } from '../../../messages/en-categories';
import { afterChange } from '../../../shared/content/document-cache';
import { failureText } from '../../../shared/errors/failure-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';

/** A category that cannot go yet, and what the server says is still in it. */
export interface InUse {
  category: CategoryResponse;
  detail: string;
}

/** Asks, then deletes it; with content in it, it is first asked where that shall go. */
export function useDeleteCategory() {
  const queryClient = useQueryClient();
  const [inUse, setInUse] = useState<InUse>();
  const [asked, setAsked] = useState<string>();
  const deleting = useMutation({
    mutationFn: ({ id }: CategoryResponse) => deleteCategory(id),
    onSuccess: () => {
      toast(text.removed);
    },
    onError: (error, category) => {
      if (hasCode(error, 'category_in_use')) setInUse({ category, detail: failureText(error, '') });
      else void alert({ title: text.removeFailed, text: failureText(error, text.tryAgain) });
    },
    onSettled: () => afterChange(queryClient),
  });
  const ask = async (category: CategoryResponse) => {
    const sure = await confirm({
      title: text.confirmTitle,
      text: text.confirmText(category.name),
      confirmLabel: text.remove,
      destructive: true,
    });
    if (!sure) return;
    setAsked(category.id);
    deleting.mutate(category);
  };
  const pendingId = deleting.isPending ? deleting.variables.id : undefined;
  return {
    ask,
    /** The one that was to be deleted last. */
    asked,
    pendingId,
    inUse,
    leave: () => {
      setInUse(undefined);
    },
  };
}

export type DeleteCategory = ReturnType<typeof useDeleteCategory>;
