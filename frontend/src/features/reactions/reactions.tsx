import { type ReactNode, useEffect } from 'react';
import type { ReactionType } from '../../api/generated/model/reactionType';
import { messages } from '../../messages/common';
import { useSession } from '../../shared/session/session';
import { requestSignIn } from '../../shared/session/sign-in-request';
import { alert } from '../../ui/dialogs/dialogs';
import { LazyBoundary } from '../../ui/lazy';
import { clearPressedReaction, setPressedReaction } from './pressed-reaction';
import { ReactionBar, type ReactionBarProps } from './reaction-bar';

interface ReactionsProps<Type extends ReactionType> extends Pick<ReactionBarProps<Type>, 'label' | 'counts'> {
  /** The id of what is reacted to. */
  subject: string;
  /** The lazily loaded bar of signed-in users. */
  children: ReactNode;
}

const showLoadError = () => void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline });

/** Reactions: all readers see the counts; guests are asked to sign in, and what they pressed is done then. */
export function Reactions<Type extends ReactionType>({ subject, children, ...props }: ReactionsProps<Type>) {
  const { state, user } = useSession();
  // What was not applied here is not applied later, or to another user.
  useEffect(() => () => clearPressedReaction(subject), [subject]);
  const waiting = <ReactionBar {...props} isDisabled onPress={showLoadError} />;
  const signInAndReact = (type: Type) => {
    requestSignIn({
      reason: 'participate',
      onSignedIn: () => {
        setPressedReaction({ subject, type });
      },
    });
  };
  if (state === 'loading') return waiting;
  if (!user) return <ReactionBar {...props} onPress={signInAndReact} />;
  return (
    <LazyBoundary fallback={waiting} errorFallback={<ReactionBar {...props} onPress={showLoadError} />}>
      {children}
    </LazyBoundary>
  );
}
