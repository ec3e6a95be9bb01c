import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReactionType } from '../../api/generated/model/reactionType';
import { messages } from '../../messages/en';
import { reactions as text } from '../../messages/en-engagement';
import { useSession } from '../../shared/session/session';
import { alert, confirm } from '../../ui/dialogs/dialogs';
import { LazyBoundary } from '../../ui/lazy';
import { ReactionBar, type ReactionBarProps } from './reaction-bar';

type BarProps<Type extends ReactionType> = Pick<ReactionBarProps<Type>, 'label' | 'counts'>;

/** Explains why sign-in is required and offers to navigate there. */
function GuestReactions<Type extends ReactionType>(props: BarProps<Type>) {
  const navigate = useNavigate();
  const promptSignIn = async () => {
    if (await confirm({ title: text.signInTitle, text: text.signInText, confirmLabel: messages.access.signIn }))
      await navigate({ to: '/login' });
  };
  return <ReactionBar {...props} onPress={() => void promptSignIn()} />;
}

const showLoadError = () => void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline });

/** Reactions: all readers see the counts; `children` is the lazily loaded bar of signed-in users. */
export function Reactions<Type extends ReactionType>({ children, ...props }: BarProps<Type> & { children: ReactNode }) {
  const { state, user } = useSession();
  const waiting = <ReactionBar {...props} isDisabled onPress={showLoadError} />;
  if (state === 'loading') return waiting;
  if (!user) return <GuestReactions {...props} />;
  return (
    <LazyBoundary fallback={waiting} errorFallback={<ReactionBar {...props} onPress={showLoadError} />}>
      {children}
    </LazyBoundary>
  );
}
