import { formatDateTime } from '@hub/shared/formats';
import { commenting as text } from '../../../messages/commenting';
import { Button } from '../../../ui/button';
import classes from './comment-form.module.css';
import type { InitialContent } from './use-persisted-form';

interface DraftNoticeProps {
  draft: NonNullable<InitialContent['draft']>;
  onDiscard: () => void;
  onRestore: () => void;
  /** Of an outdated draft. */
  changedSince?: (when: string) => string;
}

/** Informs about a restored draft, or offers one that is outdated. */
export function DraftNotice({ draft, onDiscard, onRestore, changedSince = text.changedSince }: DraftNoticeProps) {
  const { typedAt, isOutdated } = draft;
  const when = formatDateTime(new Date(typedAt).toISOString());
  return (
    <div role="status" className={classes.draft}>
      <p>{isOutdated ? changedSince(when) : text.restored(when)}</p>
      <Button variant="default" size="sm" onClick={isOutdated ? onRestore : onDiscard}>
        {isOutdated ? text.restore : text.discard}
      </Button>
    </div>
  );
}
