import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteDocument } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { getErrorText } from '../../../shared/errors/error-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { refreshDocumentLists, documentQuery } from '../../../shared/content/document-cache';

const text = writing.actions;

export function useDeleteDocument(document: DocumentResponse) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const mutation = useMutation({
    mutationFn: () => deleteDocument(document.id),
    onSuccess: async () => {
      // Navigates first: a mounted document screen would refetch the deleted document.
      await navigate({ to: '/docs' });
      for (const name of [document.id, document.slug]) queryClient.removeQueries(documentQuery(name));
      toast(text.deleted);
      await refreshDocumentLists(queryClient);
    },
    onError: (error) => {
      void alert({
        title: text.deleteFailedTitle,
        text: text.deleteFailed(getErrorText(error, text.deleteFailedUnknown)),
      });
    },
  });

  const remove = async () => {
    const confirmed = await confirm({
      title: text.confirmDeleteTitle,
      text: text.confirmDelete(document.title),
      confirmLabel: text.remove,
      isDestructive: true,
    });
    if (confirmed) mutation.mutate();
  };
  return { remove, isDeleting: mutation.isPending };
}
