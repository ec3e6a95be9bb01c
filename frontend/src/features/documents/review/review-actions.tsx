import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { reviewDocument } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { ReviewDocumentRequest } from '../../../api/generated/model/reviewDocumentRequest';
import { writing } from '../../../messages/en-writing';
import { refreshDocumentLists, updateDocumentCache } from '../../../shared/content/document-cache';
import { getErrorText } from '../../../api/problem';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import classes from './review.module.css';

const text = writing.review;

function useReview(document: DocumentResponse) {
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

const RequestChangesDialog = lazy(() => import('./request-changes-dialog'));

export function ReviewActions({ document }: { document: DocumentResponse }) {
  const [isAsking, setAsking] = useState(false);
  const { review, pendingAction } = useReview(document);
  return (
    <div className={classes.actions}>
      <Button
        variant="default"
        isLoading={pendingAction === 'request_changes'}
        onClick={() => {
          setAsking(true);
        }}
      >
        {text.requestChanges}
      </Button>
      <Button
        isLoading={pendingAction === 'approve'}
        onClick={() => {
          review({ action: 'approve' });
        }}
      >
        {text.approve}
      </Button>
      {isAsking && (
        <Suspense>
          <RequestChangesDialog
            title={document.title}
            onClose={() => {
              setAsking(false);
            }}
            onSubmit={(note) => {
              setAsking(false);
              review({ action: 'request_changes', note });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
