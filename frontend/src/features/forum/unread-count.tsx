import { forum } from '../../messages/forum';
import { VisuallyHidden } from '../../ui/visually-hidden';
import classes from './unread-count.module.css';

const text = forum.unread;

/** The server counts no further. */
const MAX_COUNT = 100;

/** The number of unread threads of a category; nothing without any, and for guests. */
export function UnreadCount({ count = 0 }: { count?: number | undefined }) {
  if (count === 0) return null;
  const label = count < MAX_COUNT ? String(count) : `${MAX_COUNT - 1}+`;
  return (
    <span className={classes.unread}>
      <span aria-hidden="true">{label}</span>
      <VisuallyHidden>{text.count({ count, shown: label })}</VisuallyHidden>
    </span>
  );
}
