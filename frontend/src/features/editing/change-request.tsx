import { useMemo } from 'react';
import type { DocumentResponse } from '../../api/generated/model/documentResponse';
import { formatDateTime } from '@hub/shared/formats';
import { review as text } from '../../messages/review';
import { getNoteText } from '../../shared/content/note-text';
import { UserLink } from '../../shared/links';
import { insertElements } from '../../ui/isolate';
import { adjustCommentTree } from '../comments/comment-markdown';
import type { HastNode } from '@hub/shared/markdown/hast';
import { Markdown } from '../markdown/markdown';
import classes from './review.module.css';

/** The review of an item, of an edit or of a revision. */
export type Reviewed = Pick<DocumentResponse, 'review_note' | 'reviewer_id' | 'reviewer_name' | 'reviewed_at'>;

interface ReviewerProps {
  review: Omit<Reviewed, 'review_note'>;
  /** What the reviewer did; and the sentence for reviews without a known reviewer. */
  action: (values: { name: string; date: string; isDated: boolean }) => string;
  anonymousAction: (values: { date: string; isDated: boolean }) => string;
}

/** Who reviewed, and when. */
export function Reviewer({ review, action, anonymousAction }: ReviewerProps) {
  const { reviewer_id, reviewer_name, reviewed_at } = review;
  const isDated = reviewed_at !== null;
  const time = isDated && (
    <time dateTime={reviewed_at} className={classes.reviewedAt}>
      {formatDateTime(reviewed_at)}
    </time>
  );
  return (
    <p className={classes.reviewer}>
      {reviewer_id && reviewer_name
        ? insertElements(
            (name, date) => action({ name, date, isDated }),
            <bdi>
              <UserLink id={reviewer_id} name={reviewer_name} />
            </bdi>,
            time,
          )
        : insertElements((date) => anonymousAction({ date, isDated }), time)}
    </p>
  );
}

/** The note of a reviewer who requested changes, as Markdown. */
export function ChangeRequest({ review, isEdit = false }: { review: Reviewed; isEdit?: boolean }) {
  const { review_note, reviewed_at } = review;
  const adjust = useMemo(
    () => (tree: HastNode) => {
      adjustCommentTree(tree, { id: `review-${Date.parse(reviewed_at ?? '') || 0}`, mentions: [] });
    },
    [reviewed_at],
  );
  if (!review_note) return null;
  return (
    <div className={classes.changeRequest}>
      <Reviewer
        review={review}
        action={isEdit ? text.requestedEditChanges : text.requestedChanges}
        anonymousAction={isEdit ? text.editChangesRequested : text.changesRequested}
      />
      <div className={classes.note}>
        <Markdown text={getNoteText(review_note)} adjust={adjust} isComment rawHtml="text" />
      </div>
    </div>
  );
}

export default ChangeRequest;
