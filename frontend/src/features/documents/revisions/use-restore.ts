import { useMutation, useQueryClient } from '@tanstack/react-query';
import { restoreDocumentRevision } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { updateDocumentCache } from '../../../shared/content/document-cache';
import { getErrorText } from '../../../shared/errors/error-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';

const text = writing.revisions;

export function useRestore(document: DocumentResponse) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: (version: number) =>
      restoreDocumentRevision(document.id, String(version), { version: document.version }),
    onSuccess: async (restored, version) => {
      toast(restored.version === document.version ? writing.form.pendingReview : text.restored(version));
      await updateDocumentCache(queryClient, restored);
    },
    onError: (error) => {
      void alert({ title: text.restoreFailedTitle, text: getErrorText(error, text.restoreFailed) });
    },
  });
  const restore = async (version: number) => {
    const confirmed = await confirm({
      title: text.confirmTitle(version),
      text: text.confirmText(document.title, version),
      confirmLabel: text.restore,
    });
    if (confirmed) mutation.mutate(version);
  };
  return { restore, pending: mutation.isPending ? mutation.variables : undefined };
}
