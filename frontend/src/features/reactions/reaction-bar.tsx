import { type Icon, IconBookmark, IconBulb, IconMoodConfuzed, IconThumbUp } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { ReactionType } from '../../api/generated/model/reactionType';
import { abbreviate } from '../../lib/format';
import { messages } from '../../messages/en';
import { reactions as text } from '../../messages/en-engagement';
import { confirm } from '../../ui/dialogs/dialogs';
import classes from './reaction-bar.module.css';

const { LIKE, HELPFUL, CONFUSED, BOOKMARK } = ReactionType;

/** In display order; the bookmark, which is private, comes last. */
const buttons: readonly { type: ReactionType; icon: Icon }[] = [
  { type: LIKE, icon: IconThumbUp },
  { type: HELPFUL, icon: IconBulb },
  { type: CONFUSED, icon: IconMoodConfuzed },
  { type: BOOKMARK, icon: IconBookmark },
];

export type ReactionCounts = Record<ReactionType, number>;

interface ReactionBarProps {
  counts: ReactionCounts;
  /** The user's own reactions; absent for guests. */
  active?: readonly ReactionType[];
  isDisabled?: (type: ReactionType) => boolean;
  /** Wraps a disabled button with its explanation; explained buttons remain focusable. */
  renderExplained?: (type: ReactionType, button: (describedBy?: string) => ReactNode) => ReactNode;
  onPress: (type: ReactionType) => void;
}

const renderPlain: NonNullable<ReactionBarProps['renderExplained']> = (_type, button) => button();

export function ReactionBar({ counts, active, isDisabled, renderExplained = renderPlain, onPress }: ReactionBarProps) {
  return (
    <div role="group" aria-label={text.label} className={classes.bar}>
      {buttons.map(({ type, icon: Icon }) => (
        <Fragment key={type}>
          {renderExplained(type, (describedBy) => (
            <button
              type="button"
              className={classes.button}
              aria-pressed={active?.includes(type)}
              disabled={!describedBy && isDisabled?.(type)}
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
      ))}
    </div>
  );
}

/** Returns a function that explains why sign-in is required and offers to navigate there. */
export function useSignInPrompt(): (reason: { title: string; text: string }) => Promise<void> {
  const navigate = useNavigate();
  return async (reason) => {
    if (await confirm({ ...reason, confirmLabel: messages.nav.login })) await navigate({ to: '/login' });
  };
}
