import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { requestPage } from '../../../api/client';
import {
  getListDocumentRevisionsQueryKey,
  getListDocumentRevisionsUrl,
} from '../../../api/generated/documents/documents';
import { restoreDocumentRevision } from '../../../api/generated/documents-writing/documents-writing';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentRevisionSummaryResponse } from '../../../api/generated/model/documentRevisionSummaryResponse';
import { revisions as text } from '../../../messages/review';
import { writing } from '../../../messages/writing';
import { cursorPaging } from '../../../shared/cursor-pages';
import { updateDocumentCache } from '../../../shared/content/document-cache';
import { getErrorText } from '../../../api/problem';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { isolate } from '../../../ui/isolate';

const PAGE_SIZE = 50;

export function revisionsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [...getListDocumentRevisionsQueryKey(id), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      requestPage<DocumentRevisionSummaryResponse>(getListDocumentRevisionsUrl(id, { cursor, limit: PAGE_SIZE }), {
        signal,
      }),
    ...cursorPaging,
  });
}

export function useRestore(document: DocumentResponse) {
  const queryClient = useQueryClient();
  const mutation = useActionMutation({
    mutationFn: (version: number) =>
      restoreDocumentRevision(document.id, String(version), { version: document.version }),
    onSuccess: async (restored, version) => {
      toast(restored.version === document.version ? writing.form.pendingReview : text.restored(version), {
        subject: document.id,
      });
      await updateDocumentCache(queryClient, restored);
    },
    onError: (error) => {
      void alert({ title: text.restoreFailedTitle, text: getErrorText(error, text.restoreFailed) });
    },
  });
  const restore = async (version: number) => {
    const confirmed = await confirm({
      title: text.confirmTitle(version),
      text: isolate((title) => text.confirmText({ title, version }), document.title),
      confirmLabel: text.restore,
    });
    if (confirmed) mutation.mutate(version);
  };
  return { restore, pendingVersion: mutation.isPending ? mutation.variables : undefined };
}
