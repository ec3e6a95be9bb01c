import { IconBookmark, IconBulb, IconMoodConfuzed, IconThumbUp, type Icon } from '@tabler/icons-react';
import { ReactionType } from '../../api/generated/model/reactionType';
import { abbreviate } from '../../lib/format';
import { reactions as text } from '../../messages/en-reactions';
import classes from './reaction-bar.module.css';

const { LIKE, HELPFUL, CONFUSED, BOOKMARK } = ReactionType;

/** In the order they stand in; the bookmark, which says nothing to others, apart at the end. */
const buttons: readonly { type: ReactionType; icon: Icon }[] = [
  { type: LIKE, icon: IconThumbUp },
  { type: HELPFUL, icon: IconBulb },
  { type: CONFUSED, icon: IconMoodConfuzed },
  { type: BOOKMARK, icon: IconBookmark },
];

export type Counts = Record<ReactionType, number>;

interface ReactionBarProps {
  counts: Counts;
  /** One's own; absent where nobody's are shown. */
  active?: readonly ReactionType[];
  isDisabled?: (type: ReactionType) => boolean;
  onPress: (type: ReactionType) => void;
}

export function ReactionBar({ counts, active, isDisabled, onPress }: ReactionBarProps) {
  return (
    <div role="group" aria-label={text.label} className={classes.bar}>
      {buttons.map(({ type, icon: Icon }) => (
        <button
          key={type}
          type="button"
          className={classes.button}
          aria-pressed={active?.includes(type)}
          disabled={isDisabled?.(type)}
          onClick={() => {
            onPress(type);
          }}
        >
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          {text.types[type]}
          {counts[type] > 0 && <span className={classes.count}>{abbreviate(counts[type])}</span>}
        </button>
      ))}
    </div>
  );
}
