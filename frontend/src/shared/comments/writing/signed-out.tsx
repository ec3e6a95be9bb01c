import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isAnyKept } from '../../../lib/kept-text';
import { messages } from '../../../messages/en';
import { commenting as text } from '../../../messages/en-commenting';
import classes from '../comments.module.css';
import { draftsOf } from './draft-name';

/** Stands where the form stood, when the session ended while somebody was here. */
export default function SignedOut({ userId }: { userId: string }) {
  const [isKept] = useState(() => isAnyKept(draftsOf(userId)));
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // What had the focus went with the form; whoever is elsewhere stays there.
    if (document.activeElement === document.body) place.current?.querySelector('a')?.focus();
  }, []);
  return (
    <p ref={place} role="alert" className={classes.missing}>
      {text.signedOut} {isKept && text.kept} <Link to="/login">{messages.nav.login}</Link>
    </p>
  );
}
