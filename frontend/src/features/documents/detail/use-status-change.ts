import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setDocumentStatus } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { getErrorText } from '../../../shared/errors/error-text';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { updateDocumentCache } from '../../../shared/content/document-cache';

const text = writing.actions;

interface StatusAction {
  to: DocumentStatus;
  label: string;
  /** Whether the action brings the document closer to publication. */
  isForward: boolean;
}

/** The actions the server allows, the most likely next one first. */
export function getStatusActions({ abilities, status }: DocumentResponse): StatusAction[] {
  // Open reviews are published by approving them.
  const isReviewed = status === 'IN_REVIEW' && abilities?.review;
  const actions: (StatusAction & { allowed: boolean | undefined })[] = [
    { to: 'PUBLISHED', label: text.publish, isForward: true, allowed: abilities?.publish && !isReviewed },
    { to: 'IN_REVIEW', label: text.submit, isForward: true, allowed: abilities?.submit },
    { to: 'DRAFT', label: text.withdraw, isForward: false, allowed: abilities?.withdraw },
    { to: 'ARCHIVED', label: text.archive, isForward: false, allowed: abilities?.archive },
  ];
  return actions.filter((action) => action.allowed && action.to !== status);
}

export function useStatusChange(document: DocumentResponse) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: (status: DocumentStatus) => setDocumentStatus(document.id, { status }),
    onSuccess: async (changed, status) => {
      await updateDocumentCache(queryClient, changed);
      toast(text.movedTo[status]);
    },
    onError: (error) => {
      void alert({ title: text.statusFailedTitle, text: getErrorText(error, text.statusFailed) });
    },
  });
  return { changeStatus: mutation.mutate, pendingStatus: mutation.isPending ? mutation.variables : undefined };
}
