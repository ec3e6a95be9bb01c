import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withdrawDocumentDraft } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { afterChange, afterSave } from '../../../shared/content/document-cache';
import { failureText } from '../../../shared/errors/failure-text';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';

const text = writing.review;

/** Takes back one's own edit that waits, or lets go of one that was sent back, once asked. */
export function useTakeBack(document: DocumentResponse, words: typeof text.takeBack | typeof text.letGo) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => withdrawDocumentDraft(document.id),
    onSuccess: async (changed) => {
      toast(words.done);
      await afterSave(queryClient, changed);
    },
    onError: async (error) => {
      void alert({ title: words.failedTitle, text: failureText(error, text.failed) });
      // Somebody may have decided on it meanwhile.
      await afterChange(queryClient);
    },
  });
  const takeBack = async () => {
    const confirmed = await confirm({
      title: words.title,
      text: words.text,
      confirmLabel: words.act,
      destructive: true,
    });
    if (confirmed) mutation.mutate();
  };
  return { takeBack, isTakingBack: mutation.isPending };
}
