import { formatDateTime } from '../../../lib/format';
import { writing } from '../../../messages/en-writing';
import { Button } from '../../../ui/button';
import type { FoundDraft } from '../drafts/find-draft';
import classes from './document-form.module.css';
import { FormNotice } from './form-notice';
import type { PutAside } from './use-document-editing';

const text = writing.form;

interface FormNoticesProps {
  /** Why what stands in the form was sent back. */
  reviewNote: string | null | undefined;
  restored: FoundDraft | undefined;
  aside: PutAside | undefined;
  otherTab: boolean;
  discardRestored: () => void;
  bringBack: (what: PutAside) => void;
}

/** What whoever opens the form has to know about what stands in it. */
export function FormNotices(props: FormNoticesProps) {
  const { reviewNote, restored, aside, otherTab, discardRestored, bringBack } = props;
  if (!reviewNote && !restored && !aside && !otherTab) return null;
  return (
    <div className={classes.notices}>
      {reviewNote && <FormNotice text={`${writing.review.changesRequested} ${reviewNote}`} />}
      {restored && (
        <FormNotice text={text.restored(formatDateTime(new Date(restored.typedAt).toISOString()))}>
          <Button look="default" size="sm" onClick={discardRestored}>
            {text.discardRestored}
          </Button>
        </FormNotice>
      )}
      {restored?.hasLostPicture && <FormNotice text={text.pictureLost} />}
      {aside && (
        <FormNotice text={text.aside[aside.why]}>
          <Button
            look="default"
            size="sm"
            onClick={() => {
              bringBack(aside);
            }}
          >
            {text.bringBack}
          </Button>
        </FormNotice>
      )}
      {otherTab && <FormNotice text={text.otherTab} />}
    </div>
  );
}
