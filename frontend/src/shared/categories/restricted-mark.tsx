import { formatList } from '../../lib/message-format';
import { categoryTexts as text } from '../../messages/categories';
import classes from './restricted-mark.module.css';

export interface RestrictedMarkProps {
  category: { is_restricted: boolean; restricted_to: readonly string[] };
}

/** A lock and who may read a restricted category; nothing for others. */
export function RestrictedMark({ category: { is_restricted, restricted_to } }: RestrictedMarkProps) {
  if (!is_restricted) return null;
  return (
    <span className={classes.mark}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" className={classes.lock}>
        <path
          d="M3.5 5V3.5a2.5 2.5 0 0 1 5 0V5M2.5 5h7v5.5h-7z"
          fill="none"
          stroke="currentcolor"
          strokeLinejoin="round"
        />
      </svg>
      {restricted_to.length > 0 ? text.restrictedTo(formatList(restricted_to)) : text.restricted}
    </span>
  );
}
