import { formatDateTime } from '../../../lib/format';
import { commenting as text } from '../../../messages/en-commenting';
import { Button } from '../../../ui/button';
import type { InitialContent } from './initial-content';
import classes from './comment-form.module.css';

interface DraftNoticeProps {
  draft: NonNullable<InitialContent['draft']>;
  onDiscard: () => void;
  onRestore: () => void;
}

/** Informs about a restored draft, or offers one that is outdated. */
export function DraftNotice({ draft, onDiscard, onRestore }: DraftNoticeProps) {
  const { typedAt, isOutdated } = draft;
  const when = formatDateTime(new Date(typedAt).toISOString());
  return (
    <div role="status" className={classes.draft}>
      <p>{isOutdated ? text.changedSince(when) : text.restored(when)}</p>
      <Button variant="default" size="sm" onClick={isOutdated ? onRestore : onDiscard}>
        {isOutdated ? text.restore : text.discard}
      </Button>
    </div>
  );
}
