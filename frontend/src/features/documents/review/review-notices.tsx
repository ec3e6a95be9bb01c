import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { messages } from '../../../messages/en';
import { writing } from '../../../messages/en-writing';
import { formatDate } from '../../../lib/format';
import { useSession } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { PendingDifference } from './pending-difference';
import { ReviewActs } from './review-acts';
import { useTakeBack } from './use-take-back';
import classes from './review.module.css';

const text = writing.review;

function PendingEdit({ document }: { document: DocumentResponse }) {
  const { user } = useSession();
  const { takeBack, isTakingBack } = useTakeBack(document, text.takeBack);
  const pending = document.pending_revision;
  if (!pending) return null;
  const isOwn = pending.author_id === user?.id;
  return (
    <section aria-label={text.pendingEdit} className={classes.notice} data-tone="amber">
      <div className={classes.row}>
        <div className={classes.words}>
          <p className={classes.lead}>{isOwn ? text.ownEditWaits : text.editBy(pending.author_name)}</p>
          <p>{text.editOf(formatDate(pending.created_at), pending.base_version)}</p>
          {pending.note && <p className={classes.note}>{pending.note}</p>}
        </div>
        {document.abilities?.withdraw_edit && (
          <Button look="default" loading={isTakingBack} onClick={() => void takeBack()}>
            {text.takeBack.act}
          </Button>
        )}
        {document.abilities?.review && <ReviewActs document={document} />}
      </div>
      <PendingDifference document={document} />
    </section>
  );
}

/** One's own edit that was sent back: it is still there to go on with. */
function ReturnedEdit({ document }: { document: DocumentResponse }) {
  const { takeBack, isTakingBack } = useTakeBack(document, text.letGo);
  return (
    <section aria-label={text.requested} className={classes.notice} data-tone="red">
      <div className={classes.row}>
        <div className={classes.words}>
          <p>
            <strong>{text.editReturned}</strong> <span className={classes.note}>{document.review_note}</span>
          </p>
          <p>{text.editReturnedNext}</p>
        </div>
        <Button look="default" loading={isTakingBack} onClick={() => void takeBack()}>
          {text.letGo.act}
        </Button>
      </div>
      <PendingDifference document={document} />
    </section>
  );
}

/** What stands between this document and its readers: a review, an edit that waits, or changes somebody asked for. */
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
            <div className={classes.words}>
              <p className={classes.lead}>{text.documentWaits}</p>
              <p>{text.documentWaitsText(document.author_name)}</p>
            </div>
            <ReviewActs document={document} />
          </div>
        </section>
      )}
      <PendingEdit document={document} />
    </div>
  );
}
