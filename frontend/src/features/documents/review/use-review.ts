import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reviewDocument } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { ReviewDocumentRequest } from '../../../api/generated/model/reviewDocumentRequest';
import { writing } from '../../../messages/en-writing';
import { refreshDocumentLists, updateDocumentCache } from '../../../shared/content/document-cache';
import { getErrorText } from '../../../shared/errors/error-text';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';

const text = writing.review;

export function useReview(document: DocumentResponse) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: (decision: ReviewDocumentRequest) => reviewDocument(document.id, decision),
    onSuccess: async (changed, { action }) => {
      toast(action === 'approve' ? text.approved : text.requestSent);
      await updateDocumentCache(queryClient, changed);
    },
    onError: async (error) => {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
      // Another reviewer may have decided meanwhile.
      await refreshDocumentLists(queryClient);
    },
  });
  return { review: mutation.mutate, pendingAction: mutation.isPending ? mutation.variables.action : undefined };
}
