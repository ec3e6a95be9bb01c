import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { reviewDocument } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { ReviewDocumentRequest } from '../../../api/generated/model/reviewDocumentRequest';
import { getErrorText, hasStatus } from '../../../api/problem';
import { review as text } from '../../../messages/en-review';
import { refreshDocumentLists, updateDocumentCache } from '../../../shared/content/document-cache';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import classes from './review.module.css';

const RequestChangesDialog = lazy(() => import('./request-changes-dialog'));

/** Sends a decision about the text on the screen: the server rejects it if that has changed meanwhile. */
function useDecision({ id, version, pending_revision }: DocumentResponse) {
  const queryClient = useQueryClient();
  const decide = ({ action, note }: Pick<ReviewDocumentRequest, 'action' | 'note'>) =>
    reviewDocument(id, { action, note, version, revision_id: pending_revision?.id });
  const showDecision = async (changed: DocumentResponse, doneText: string) => {
    toast(doneText);
    await updateDocumentCache(queryClient, changed);
  };
  const showError = async (error: unknown) => {
    void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
    // Another reviewer may have decided meanwhile, or the author may have saved.
    await refreshDocumentLists(queryClient);
  };
  return { decide, showDecision, showError };
}

export function ReviewActions({ document }: { document: DocumentResponse }) {
  const [isAsking, setAsking] = useState(false);
  const { decide, showDecision, showError } = useDecision(document);
  const approval = useActionMutation({
    mutationFn: () => decide({ action: 'approve' }),
    onSuccess: (changed) => showDecision(changed, text.approved),
    onError: showError,
  });
  const requestChanges = async (note: string) => {
    try {
      await showDecision(await decide({ action: 'request_changes', note }), text.requestSent);
    } catch (error) {
      if (hasStatus(error, 409)) void showError(error);
      throw error;
    }
  };
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        disabled={approval.isPending}
        onClick={() => {
          setAsking(true);
        }}
      >
        {text.requestChanges}
      </Button>
      <Button
        isLoading={approval.isPending}
        onClick={() => {
          approval.mutate();
        }}
      >
        {text.approve}
      </Button>
      {isAsking && (
        <Suspense>
          <RequestChangesDialog
            document={document}
            onClose={() => {
              setAsking(false);
            }}
            submit={requestChanges}
          />
        </Suspense>
      )}
    </div>
  );
}
