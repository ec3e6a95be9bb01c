import { messages } from '../../messages/en';
import { useHasUnsavedChanges } from '../forms/unsaved-changes';
import classes from './signed-out-notice.module.css';

export function SignedOutNotice() {
  const text = useHasUnsavedChanges() ? messages.access.signedOutUnsaved : messages.access.signedOutText;
  return (
    <div role="alert" className={classes.notice}>
      <div>
        <strong>{messages.access.signedOutTitle}</strong>
        <p className={classes.text}>{text}</p>
      </div>
      <a href="/login" target="_blank" rel="noopener">
        {messages.access.signInElsewhere}
      </a>
    </div>
  );
}
