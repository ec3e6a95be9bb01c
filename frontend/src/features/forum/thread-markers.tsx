import { type Icon, IconCheck, IconEyeOff, IconLock, IconPin } from '@tabler/icons-react';
import { forum } from '../../messages/forum';
import classes from './thread-markers.module.css';

interface MarkedThread {
  is_pinned: boolean;
  is_locked: boolean;
  is_solved: boolean;
  is_hidden?: boolean;
}

type Mark = keyof typeof forum.markers;

const icons: Record<Mark, Icon> = { pinned: IconPin, locked: IconLock, solved: IconCheck, hidden: IconEyeOff };

/** What is special about a thread, in words with icons. */
export function ThreadMarkers({ thread }: { thread: MarkedThread }) {
  const { is_pinned, is_locked, is_solved, is_hidden } = thread;
  const flags: Record<Mark, boolean> = {
    pinned: is_pinned,
    locked: is_locked,
    solved: is_solved,
    hidden: is_hidden ?? false,
  };
  return (Object.keys(flags) as Mark[])
    .filter((mark) => flags[mark])
    .map((mark) => {
      const MarkIcon = icons[mark];
      return (
        <span key={mark} className={classes.marker} data-mark={mark}>
          <MarkIcon size={14} aria-hidden="true" />
          {forum.markers[mark]}
        </span>
      );
    });
}
