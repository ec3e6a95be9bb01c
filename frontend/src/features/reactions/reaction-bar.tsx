import { type Icon, IconBookmark, IconBulb, IconMoodConfuzed, IconThumbUp } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import type { ReactionType } from '../../api/generated/model/reactionType';
import { abbreviate } from '../../lib/message-format';
import { reactions as text } from '../../messages/engagement';
import classes from './reaction-bar.module.css';

/** In display order; the bookmark, which is private, comes last. */
const buttons: readonly { type: ReactionType; icon: Icon }[] = [
  { type: 'LIKE', icon: IconThumbUp },
  { type: 'HELPFUL', icon: IconBulb },
  { type: 'CONFUSED', icon: IconMoodConfuzed },
  { type: 'BOOKMARK', icon: IconBookmark },
];

/** The counts of the types that are possible. */
export type ReactionCounts<Type extends ReactionType = ReactionType> = Readonly<Record<Type, number>>;

export interface ReactionBarProps<Type extends ReactionType> {
  label?: string;
  counts: ReactionCounts<Type>;
  /** The user's own reactions; absent for guests. */
  active?: readonly Type[];
  isDisabled?: boolean;
  /** Wraps a disabled button with its explanation; explained buttons remain focusable. */
  renderExplained?: (type: Type, button: (describedBy?: string) => ReactNode) => ReactNode;
  onPress: (type: Type) => void;
}

const isTypeOf = <Type extends ReactionType>(counts: ReactionCounts<Type>, type: ReactionType): type is Type =>
  type in counts;

export function ReactionBar<Type extends ReactionType>({
  label = text.label,
  counts,
  active,
  isDisabled,
  renderExplained = (_type, button) => button(),
  onPress,
}: ReactionBarProps<Type>) {
  return (
    <div role="group" aria-label={label} className={classes.bar}>
      {buttons.map(
        ({ type, icon: Icon }) =>
          isTypeOf(counts, type) && (
            <Fragment key={type}>
              {renderExplained(type, (describedBy) => (
                <button
                  type="button"
                  className={classes.button}
                  aria-pressed={active?.includes(type)}
                  disabled={!describedBy && isDisabled}
                  aria-disabled={describedBy ? true : undefined}
                  aria-describedby={describedBy}
                  onClick={() => {
                    if (!describedBy) onPress(type);
                  }}
                >
                  <Icon size={18} stroke={1.75} aria-hidden="true" />
                  {text.types[type]}
                  {counts[type] > 0 && <span className={classes.count}>{abbreviate(counts[type])}</span>}
                </button>
              ))}
            </Fragment>
          ),
      )}
    </div>
  );
}
