import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withdrawDocumentDraft } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { refreshDocumentLists, updateDocumentCache } from '../../../shared/content/document-cache';
import { getErrorText } from '../../../shared/errors/error-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';

const text = writing.review;

/** Withdraws the author's own pending edit, or dismisses a returned one, after confirmation. */
export function useWithdrawEdit(
  document: DocumentResponse,
  words: typeof text.withdrawEdit | typeof text.dismissRejectedEdit,
) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => withdrawDocumentDraft(document.id),
    onSuccess: async (changed) => {
      toast(words.done);
      await updateDocumentCache(queryClient, changed);
    },
    onError: async (error) => {
      void alert({ title: words.failedTitle, text: getErrorText(error, text.failed) });
      // A reviewer may have decided meanwhile.
      await refreshDocumentLists(queryClient);
    },
  });
  const withdrawEdit = async () => {
    const confirmed = await confirm({
      title: words.title,
      text: words.text,
      confirmLabel: words.action,
      isDestructive: true,
    });
    if (confirmed) mutation.mutate();
  };
  return { takeBack: withdrawEdit, isWithdrawing: mutation.isPending };
}
