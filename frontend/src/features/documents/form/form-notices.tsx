import { formatDateTime } from '../../../lib/format';
import { writing } from '../../../messages/en-writing';
import { Button } from '../../../ui/button';
import type { RestoredDraft } from '../drafts/find-draft';
import classes from './document-form.module.css';
import { FormNotice } from './form-notice';
import type { ReplacedText } from './use-document-editing';

const text = writing.form;

interface FormNoticesProps {
  /** The reviewer's reason for returning the edit. */
  reviewNote: string | null | undefined;
  restored: RestoredDraft | undefined;
  replacedText: ReplacedText | undefined;
  isOpenInOtherTab: boolean;
  discardRestored: () => void;
  restoreReplaced: (what: ReplacedText) => void;
}

/** Notices about the origin of the form's content. */
export function FormNotices(props: FormNoticesProps) {
  const { reviewNote, restored, replacedText, isOpenInOtherTab, discardRestored, restoreReplaced } = props;
  if (!reviewNote && !restored && !replacedText && !isOpenInOtherTab) return null;
  return (
    <div className={classes.notices}>
      {reviewNote && <FormNotice text={`${writing.review.changesRequested} ${reviewNote}`} />}
      {restored && (
        <FormNotice text={text.restored(formatDateTime(new Date(restored.typedAt).toISOString()))}>
          <Button variant="default" size="sm" onClick={discardRestored}>
            {text.discardRestored}
          </Button>
        </FormNotice>
      )}
      {restored?.isImageMissing && <FormNotice text={text.imageLost} />}
      {replacedText && (
        <FormNotice text={text.replacedText[replacedText.reason]}>
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              restoreReplaced(replacedText);
            }}
          >
            {text.restoreReplaced}
          </Button>
        </FormNotice>
      )}
      {isOpenInOtherTab && <FormNotice text={text.otherTab} />}
    </div>
  );
}
