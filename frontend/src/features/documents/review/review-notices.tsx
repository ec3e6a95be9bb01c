import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { setDocumentStatus, withdrawDocumentDraft } from '../../../api/generated/documents-writing/documents-writing';
import { normalizeLineEnds } from '@hub/shared/line-ends';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { formatDate } from '@hub/shared/formats';
import { passages } from '../../../messages/passages';
import { review as text } from '../../../messages/review';
import { refreshDocumentLists, updateDocumentCache } from '../../../shared/content/document-cache';
import { getNoteText } from '../../../shared/content/note-text';
import { getErrorText } from '../../../api/problem';
import { LoadError } from '../../../shared/errors/load-error';
import { useSession } from '../../../shared/session/session';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import { SkeletonItem } from '../../../ui/skeleton';
import { toast } from '../../../ui/toast/toast';
import { isolate } from '../../../ui/isolate';
import { ChangeRequest } from '../../editing/change-request';
import { ChangesSinceReview, LazyDocumentDiff, useLastReview } from '../../editing/last-review';
import { OwnSubmission, SubmissionNotice } from '../../editing/submission-notice';
import { ApproveChanged, ReviewActions } from './review-actions';
import { draftQuery, SuggestedText } from './suggested-text';
import classes from '../../editing/review.module.css';

/** Withdraws the author's own pending edit, or dismisses a returned one, after confirmation. */
function useWithdrawEdit(
  document: DocumentResponse,
  words: typeof text.withdrawEdit | typeof text.dismissRejectedEdit,
) {
  const queryClient = useQueryClient();
  const mutation = useActionMutation({
    mutationFn: () => withdrawDocumentDraft(document.id),
    onSuccess: async (changed) => {
      toast(words.done, { subject: document.id });
      await updateDocumentCache(queryClient, changed);
    },
    onError: async (error) => {
      void alert({ title: words.failedTitle, text: getErrorText(error, text.failed) });
      // A reviewer may have decided meanwhile.
      await refreshDocumentLists(queryClient);
    },
  });
  const withdrawEdit = async () => {
    const confirmed = await confirm({
      title: words.title,
      text: words.text,
      confirmLabel: words.action,
      isDestructive: true,
    });
    if (confirmed) mutation.mutate();
  };
  return { withdrawEdit, isWithdrawing: mutation.isPending };
}

interface ExpandableProps {
  label: string;
  /** The label while the content is shown, if it is another. */
  openLabel?: string;
  children: ReactNode;
}

/** A button that shows its content, which loads only then. */
function Expandable({ label, openLabel = label, children }: ExpandableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {isOpen ? openLabel : label}
      </Button>
      {isOpen && children}
    </>
  );
}

function LoadedDiff({ document }: { document: DocumentResponse }) {
  const { data: draft, error, refetch } = useQuery(draftQuery(document));
  const [content, setContent] = useState<string>();
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!draft) return <SkeletonItem height="8rem" />;
  const published = normalizeLineEnds(document.content);
  const suggested = normalizeLineEnds(draft.content);
  const canDecide = document.abilities?.review && document.pending_revision && published !== suggested;
  return (
    <>
      <LazyDocumentDiff
        before={document}
        after={draft}
        beforeLabel={text.published}
        afterLabel={text.suggested}
        decisions={
          canDecide
            ? {
                take: text.rejectChange,
                keep: text.acceptChange,
                onTextChange: (_name, result) => {
                  setContent(result);
                },
              }
            : undefined
        }
      />
      {canDecide && (
        <ApproveChanged
          document={document}
          content={content === suggested || content === published ? undefined : content}
        />
      )}
    </>
  );
}

/** The changes of a pending or returned edit. */
const EditDiff = ({ document }: { document: DocumentResponse }) => (
  <Expandable label={text.showDifference} openLabel={text.hideDifference}>
    <LoadedDiff key={document.pending_revision?.id} document={document} />
  </Expandable>
);

function PendingEdit({ document }: { document: DocumentResponse }) {
  const { user } = useSession();
  const { withdrawEdit, isWithdrawing } = useWithdrawEdit(document, text.withdrawEdit);
  const pending = document.pending_revision;
  if (!pending) return null;
  const isOwn = pending.author_id === user?.id;
  return (
    <section aria-label={text.pendingEdit} className={classes.notice} data-tone="amber">
      <div className={classes.row}>
        <div className={classes.noticeText}>
          <p className={classes.description}>{isOwn ? text.ownEditWaits : isolate(text.editBy, pending.author_name)}</p>
          <p>{text.editOf({ date: formatDate(pending.created_at), version: pending.base_version })}</p>
          {pending.note && <p className={classes.changeNote}>{getNoteText(pending.note)}</p>}
        </div>
        {document.abilities?.withdraw_edit && (
          <Button variant="default" isLoading={isWithdrawing} onClick={() => void withdrawEdit()}>
            {text.withdrawEdit.action}
          </Button>
        )}
        {document.abilities?.review && <ReviewActions document={document} />}
      </div>
      <EditDiff document={document} />
      <Expandable label={passages.reviewText} openLabel={passages.hideReviewText}>
        <SuggestedText document={document} revisionId={pending.id} />
      </Expandable>
    </section>
  );
}

/** In a further round: the note of the last review, and what has changed since. */
function FurtherRound({ document }: { document: DocumentResponse }) {
  const last = useLastReview(document);
  if (!last) return null;
  return (
    <>
      <ChangeRequest review={last.review} />
      <Expandable label={last.changesLabel}>
        <ChangesSinceReview document={document} review={last.review} />
      </Expandable>
    </>
  );
}

/** The author's own returned edit, with the options to continue or discard it. */
function ReturnedEdit({ document }: { document: DocumentResponse }) {
  const { withdrawEdit, isWithdrawing } = useWithdrawEdit(document, text.dismissRejectedEdit);
  return (
    <section aria-label={text.requested} className={classes.notice} data-tone="red">
      <div className={classes.row}>
        <div className={classes.noticeText}>
          <ChangeRequest review={document} isEdit />
          <p>{text.editReturnedNext}</p>
        </div>
        <Button variant="default" isLoading={isWithdrawing} onClick={() => void withdrawEdit()}>
          {text.dismissRejectedEdit.action}
        </Button>
      </div>
      <EditDiff document={document} />
    </section>
  );
}

/** Notices about the publication state: a review, a pending edit or requested changes. */
export default function ReviewNotices({ document }: { document: DocumentResponse }) {
  const queryClient = useQueryClient();
  const isEditReturned = document.status === 'PUBLISHED' && document.review_note !== null;
  const canDecide = document.status === 'IN_REVIEW' && document.abilities?.review;
  const isOwnWaiting = document.status === 'IN_REVIEW' && !canDecide && document.abilities?.withdraw;
  return (
    <div className={classes.notices}>
      {isEditReturned && <ReturnedEdit document={document} />}
      {document.review_note && !isEditReturned && (
        <section aria-label={text.requested} className={classes.notice} data-tone="red">
          <ChangeRequest review={document} />
        </section>
      )}
      {canDecide && (
        <SubmissionNotice
          submitterName={document.submitter_name ?? document.author_name}
          decision={<ReviewActions document={document} />}
        >
          <FurtherRound document={document} />
        </SubmissionNotice>
      )}
      {isOwnWaiting && (
        <OwnSubmission
          item={document}
          kind="document"
          withdraw={() => setDocumentStatus(document.id, { status: 'DRAFT' })}
          onWithdrawn={(changed) => updateDocumentCache(queryClient, changed)}
          onFailed={() => refreshDocumentLists(queryClient)}
        />
      )}
      <PendingEdit document={document} />
    </div>
  );
}
