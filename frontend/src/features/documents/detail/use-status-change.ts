import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setDocumentStatus } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { failureText } from '../../../shared/errors/failure-text';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { afterSave } from '../../../shared/content/document-cache';

const text = writing.acts;

interface StatusAct {
  to: DocumentStatus;
  label: string;
  /** A step towards the readers. */
  forward: boolean;
}

/** The acts the server allows, the most likely next one first. */
export function statusActs({ abilities, status }: DocumentResponse): StatusAct[] {
  // Where a review is open, approving it is the way to publish.
  const isReviewed = status === 'IN_REVIEW' && abilities?.review;
  const acts: (StatusAct & { allowed: boolean | undefined })[] = [
    { to: 'PUBLISHED', label: text.publish, forward: true, allowed: abilities?.publish && !isReviewed },
    { to: 'IN_REVIEW', label: text.submit, forward: true, allowed: abilities?.submit },
    { to: 'DRAFT', label: text.withdraw, forward: false, allowed: abilities?.withdraw },
    { to: 'ARCHIVED', label: text.archive, forward: false, allowed: abilities?.archive },
  ];
  return acts.filter((act) => act.allowed && act.to !== status);
}

export function useStatusChange(document: DocumentResponse) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: (status: DocumentStatus) => setDocumentStatus(document.id, { status }),
    onSuccess: async (changed, status) => {
      await afterSave(queryClient, changed);
      toast(text.movedTo[status]);
    },
    onError: (error) => {
      void alert({ title: text.statusFailedTitle, text: failureText(error, text.statusFailed) });
    },
  });
  return { change: mutation.mutate, pending: mutation.isPending ? mutation.variables : undefined };
}
