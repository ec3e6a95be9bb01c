import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { messages } from '../../../messages/en';
import { writing } from '../../../messages/en-writing';
import { formatDate } from '../../../lib/format';
import { useSession } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { PendingEditDiff } from './pending-edit-diff';
import { ReviewActions } from './review-actions';
import { useWithdrawEdit } from './use-withdraw-edit';
import classes from './review.module.css';

const text = writing.review;

function PendingEdit({ document }: { document: DocumentResponse }) {
  const { user } = useSession();
  const { takeBack, isWithdrawing } = useWithdrawEdit(document, text.withdrawEdit);
  const pending = document.pending_revision;
  if (!pending) return null;
  const isOwn = pending.author_id === user?.id;
  return (
    <section aria-label={text.pendingEdit} className={classes.notice} data-tone="amber">
      <div className={classes.row}>
        <div className={classes.noticeText}>
          <p className={classes.description}>{isOwn ? text.ownEditWaits : text.editBy(pending.author_name)}</p>
          <p>{text.editOf(formatDate(pending.created_at), pending.base_version)}</p>
          {pending.note && <p className={classes.note}>{pending.note}</p>}
        </div>
        {document.abilities?.withdraw_edit && (
          <Button variant="default" isLoading={isWithdrawing} onClick={() => void takeBack()}>
            {text.withdrawEdit.action}
          </Button>
        )}
        {document.abilities?.review && <ReviewActions document={document} />}
      </div>
      <PendingEditDiff document={document} />
    </section>
  );
}

/** The author's own returned edit, with the options to continue or discard it. */
function ReturnedEdit({ document }: { document: DocumentResponse }) {
  const { takeBack, isWithdrawing } = useWithdrawEdit(document, text.dismissRejectedEdit);
  return (
    <section aria-label={text.requested} className={classes.notice} data-tone="red">
      <div className={classes.row}>
        <div className={classes.noticeText}>
          <p>
            <strong>{text.editReturned}</strong> <span className={classes.note}>{document.review_note}</span>
          </p>
          <p>{text.editReturnedNext}</p>
        </div>
        <Button variant="default" isLoading={isWithdrawing} onClick={() => void takeBack()}>
          {text.dismissRejectedEdit.action}
        </Button>
      </div>
      <PendingEditDiff document={document} />
    </section>
  );
}

/** Notices about the publication state: a review, a pending edit or requested changes. */
export default function ReviewNotices({ document }: { document: DocumentResponse }) {
  const isEditReturned = document.status === 'PUBLISHED' && document.review_note !== null;
  const waits = document.status === 'IN_REVIEW' && document.abilities?.review;
  return (
    <div className={classes.notices}>
      {isEditReturned && <ReturnedEdit document={document} />}
      {document.review_note && !isEditReturned && (
        <section aria-label={text.requested} className={classes.notice} data-tone="red">
          <p>
            <strong>{text.changesRequested}</strong> <span className={classes.note}>{document.review_note}</span>
          </p>
        </section>
      )}
      {waits && (
        <section aria-label={messages.status.IN_REVIEW} className={classes.notice} data-tone="amber">
          <div className={classes.row}>
            <div className={classes.noticeText}>
              <p className={classes.description}>{text.documentWaits}</p>
              <p>{text.documentWaitsText(document.author_name)}</p>
            </div>
            <ReviewActions document={document} />
          </div>
        </section>
      )}
      <PendingEdit document={document} />
    </div>
  );
}
