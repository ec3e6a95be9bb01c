import { messages } from '../../messages/en';
import classes from './signed-out-notice.module.css';

export function SignedOutNotice() {
  return (
    <div role="alert" className={classes.notice}>
      <div>
        <strong>{messages.access.signedOutTitle}</strong>
        <p className={classes.text}>{messages.access.signedOutText}</p>
      </div>
      <a href="/login" target="_blank" rel="noopener">
        {messages.access.signInElsewhere}
      </a>
    </div>
  );
}
