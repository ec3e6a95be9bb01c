import { formatDateTime } from '../../../lib/format';
import { writing } from '../../../messages/en-writing';
import { Button } from '../../../ui/button';
import type { FoundDraft } from '../drafts/find-draft';
import classes from './document-form.module.css';
import { FormNotice } from './form-notice';

const text = writing.form;

interface FormNoticesProps {
  restored: FoundDraft | undefined;
  otherTab: boolean;
  onDiscard: () => void;
}

/** What whoever opens the form has to know about what stands in it. */
export function FormNotices({ restored, otherTab, onDiscard }: FormNoticesProps) {
  if (!restored && !otherTab) return null;
  return (
    <div className={classes.notices}>
      {restored && (
        <FormNotice text={text.restored(formatDateTime(new Date(restored.typedAt).toISOString()))}>
          <Button look="default" size="sm" onClick={onDiscard}>
            {text.discardRestored}
          </Button>
        </FormNotice>
      )}
      {restored?.hasLostPicture && <FormNotice text={text.pictureLost} />}
      {otherTab && <FormNotice text={text.otherTab} />}
    </div>
  );
}
