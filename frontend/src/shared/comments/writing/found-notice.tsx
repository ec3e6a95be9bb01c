import { formatDateTime } from '../../../lib/format';
import { commenting as text } from '../../../messages/en-commenting';
import { Button } from '../../../ui/button';
import type { Beginning } from './begin-with';
import classes from './comment-form.module.css';

interface FoundNoticeProps {
  found: NonNullable<Beginning['found']>;
  onDiscard: () => void;
  onBringBack: () => void;
}

/** Tells what was typed before: that it stands in the form again, or that it could. */
export function FoundNotice({ found, onDiscard, onBringBack }: FoundNoticeProps) {
  const { typedAt, isAside } = found;
  const when = formatDateTime(new Date(typedAt).toISOString());
  return (
    <div role="status" className={classes.found}>
      <p>{isAside ? text.changedSince(when) : text.restored(when)}</p>
      <Button look="default" size="sm" onClick={isAside ? onBringBack : onDiscard}>
        {isAside ? text.bringBack : text.discard}
      </Button>
    </div>
  );
}
