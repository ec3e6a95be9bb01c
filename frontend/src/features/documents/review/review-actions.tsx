import { useQueryClient } from '@tanstack/react-query';
import { reviewDocument } from '../../../api/generated/documents-writing/documents-writing';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { refreshDocumentLists, updateDocumentCache } from '../../../shared/content/document-cache';
import { getErrorText } from '../../../api/problem';
import { review as text } from '../../../messages/review';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { ReviewDecision } from '../../editing/review-decision';
import classes from '../../editing/review.module.css';

export function ReviewActions({ document }: { document: DocumentResponse }) {
  const queryClient = useQueryClient();
  const { id, version, pending_revision } = document;
  return (
    <ReviewDecision
      item={document}
      decide={({ action, note }) => reviewDocument(id, { action, note, version, revision_id: pending_revision?.id })}
      onDecided={(changed) => updateDocumentCache(queryClient, changed)}
      onFailed={() => refreshDocumentLists(queryClient)}
    />
  );
}

interface ApproveChangedProps {
  document: DocumentResponse;
  /** The text of the pending edit without the changes that the reviewer has rejected; undefined without a decision. */
  content: string | undefined;
}

/** Approves a pending edit without some of its changes. */
export function ApproveChanged({ document, content }: ApproveChangedProps) {
  const queryClient = useQueryClient();
  const { id, version, pending_revision } = document;
  const approval = useActionMutation({
    mutationFn: () => reviewDocument(id, { action: 'approve', content, version, revision_id: pending_revision?.id }),
    onSuccess: async (changed) => {
      toast(text.approved, { subject: id });
      await updateDocumentCache(queryClient, changed);
    },
    onError: async (error) => {
      void alert({ title: text.failedTitle, text: getErrorText(error, text.failed) });
      await refreshDocumentLists(queryClient);
    },
  });
  return (
    <div className={classes.row}>
      <p className={classes.noticeText}>{text.changesHint}</p>
      <Button
        disabled={content === undefined}
        isLoading={approval.isPending}
        onClick={() => {
          approval.mutate();
        }}
      >
        {text.approveChanged}
      </Button>
    </div>
  );
}
