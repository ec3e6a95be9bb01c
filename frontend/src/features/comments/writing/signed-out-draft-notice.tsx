import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { hasPersistedText } from '../../../lib/persisted-text';
import { messages } from '../../../messages/en';
import { commenting as text } from '../../../messages/en-commenting';
import classes from '../comments.module.css';
import { getDraftPrefix } from './draft-keys';

/** Replaces the form when the session ended while the page was open. */
export default function SignedOutDraftNotice({ userId }: { userId: string }) {
  const [isKept] = useState(() => hasPersistedText(getDraftPrefix(userId)));
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Moves the focus lost with the form to the sign-in link, unless it is elsewhere.
    if (document.activeElement === document.body) place.current?.querySelector('a')?.focus();
  }, []);
  return (
    <p ref={place} role="alert" className={classes.missing}>
      {text.signedOut} {isKept && text.kept} <Link to="/login">{messages.nav.login}</Link>
    </p>
  );
}
