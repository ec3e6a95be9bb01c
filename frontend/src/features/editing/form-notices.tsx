import type { ReactNode } from 'react';
import { formatDateTime } from '@hub/shared/formats';
import { writing } from '../../messages/writing';
import { Button } from '../../ui/button';
import type { RestoredDraft } from './drafts/draft-store';
import type { DetailsValues } from './details-values';
import classes from './item-form.module.css';
import type { ReplacedText } from './use-item-editing';

const text = writing.form;
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

interface FormNoticesProps<Values extends DetailsValues> {
  restored: RestoredDraft<Values> | undefined;
  replacedText: ReplacedText<Values> | undefined;
  isOpenInOtherTab: boolean;
  discardRestored: () => void;
  restoreReplaced: (replaced: ReplacedText<Values>) => void;
  /** Notices of the kind, above the others. */
  children?: ReactNode;
}

/** Notices about the origin of the form's content. */
export function FormNotices<Values extends DetailsValues>(props: FormNoticesProps<Values>) {
  const { restored, replacedText, isOpenInOtherTab, discardRestored, restoreReplaced, children } = props;
  if (!children && !restored && !replacedText && !isOpenInOtherTab) return null;
  return (
    <div className={classes.notices}>
      {children}
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
