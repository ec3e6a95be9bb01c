import { formatList } from '../../lib/message-format';
import { categoryTexts as text } from '../../messages/categories';
import classes from './restricted-mark.module.css';

export interface RestrictedMarkProps {
  category: { is_restricted: boolean; restricted_to: readonly string[] };
}

const describeReaders = (groups: readonly string[]): string =>
  groups.length > 0 ? text.restrictedTo(formatList(groups)) : text.restricted;

function Lock() {
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className={classes.lock}>
      <path
        d="M3.5 5V3.5a2.5 2.5 0 0 1 5 0V5M2.5 5h7v5.5h-7z"
        fill="none"
        stroke="currentcolor"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** A lock and who may read a restricted category; nothing for others. */
export function RestrictedMark({ category: { is_restricted, restricted_to } }: RestrictedMarkProps) {
  if (!is_restricted) return null;
  return (
    <span className={classes.mark}>
      <Lock />
      <span>{describeReaders(restricted_to)}</span>
    </span>
  );
}

/** The lock alone, after the name of a category in a line; it says the rest to screen readers and when pointed at. */
export function RestrictedLock({ category: { is_restricted, restricted_to } }: RestrictedMarkProps) {
  if (!is_restricted) return null;
  const readers = describeReaders(restricted_to);
  return (
    <span role="img" aria-label={readers} title={readers} className={classes.lockOnly}>
      <Lock />
    </span>
  );
}
