import { lazy, Suspense, type ReactNode } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { formatDateTime } from '../../../lib/format';
import { review } from '../../../messages/en-review';
import { writing } from '../../../messages/en-writing';
import { Button } from '../../../ui/button';
import type { RestoredDraft } from '../drafts/draft-store';
import classes from './document-form.module.css';
import type { ReplacedText } from './use-document-editing';

const text = writing.form;
// Loads the Markdown parser, which most forms need for the preview only.
const ChangeRequest = lazy(() => import('../review/change-request'));

interface NoticeProps {
  message: string;
  children?: ReactNode;
}

function Notice({ message, children }: NoticeProps) {
  return (
    <div role="status" className={classes.notice}>
      <p>{message}</p>
      {children}
    </div>
  );
}

interface FormNoticesProps {
  /** Absent for a new document. */
  existing: DocumentResponse | undefined;
  restored: RestoredDraft | undefined;
  replacedText: ReplacedText | undefined;
  isOpenInOtherTab: boolean;
  discardRestored: () => void;
  restoreReplaced: (replaced: ReplacedText) => void;
}

/** Notices about the origin of the form's content. */
export function FormNotices(props: FormNoticesProps) {
  const { existing, restored, replacedText, isOpenInOtherTab, discardRestored, restoreReplaced } = props;
  if (!existing?.review_note && !restored && !replacedText && !isOpenInOtherTab) return null;
  return (
    <div className={classes.notices}>
      {existing?.review_note && (
        <section aria-label={review.requested} className={classes.changeRequest}>
          <Suspense>
            <ChangeRequest review={existing} isEdit={existing.status === 'PUBLISHED'} />
          </Suspense>
        </section>
      )}
      {restored && (
        <Notice message={text.restored(formatDateTime(new Date(restored.typedAt).toISOString()))}>
          <Button variant="default" size="sm" onClick={discardRestored}>
            {text.discardRestored}
          </Button>
        </Notice>
      )}
      {restored?.isImageMissing && <Notice message={text.imageLost} />}
      {replacedText && (
        <Notice message={text.replacedText[replacedText.reason]}>
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              restoreReplaced(replacedText);
            }}
          >
            {text.restoreReplaced}
          </Button>
        </Notice>
      )}
      {isOpenInOtherTab && <Notice message={text.otherTab} />}
    </div>
  );
}
