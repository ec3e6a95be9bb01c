import { lazy } from 'react';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { messages } from '../../messages/en';
import { reactions as text } from '../../messages/en-engagement';
import { useSession } from '../../shared/session/session';
import { alert } from '../../ui/dialogs/dialogs';
import { LazyBoundary } from '../../ui/lazy';
import { ReactionBar, type ReactionCounts, useSignInPrompt } from './reaction-bar';

const MemberReactions = lazy(() => import('./member-reactions'));

export interface ReactableContent {
  id: string;
  like_count: number;
  helpful_count: number;
  confused_count: number;
  bookmark_count: number;
}

const getCounts = (content: ReactableContent): ReactionCounts => ({
  LIKE: content.like_count,
  HELPFUL: content.helpful_count,
  CONFUSED: content.confused_count,
  BOOKMARK: content.bookmark_count,
});

function GuestReactions({ counts }: { counts: ReactionCounts }) {
  const promptSignIn = useSignInPrompt();
  return (
    <ReactionBar
      counts={counts}
      onPress={() => void promptSignIn({ title: text.signInTitle, text: text.signInText })}
    />
  );
}

const showLoadError = () => void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline });

/** The reactions to a document or video: everyone sees the counts, signed-in users can react. */
export function Reactions({ kind, content }: { kind: ContentKind; content: ReactableContent }) {
  const { state, user } = useSession();
  const counts = getCounts(content);
  const waiting = <ReactionBar counts={counts} isDisabled={() => true} onPress={() => undefined} />;
  if (state === 'loading') return waiting;
  if (!user) return <GuestReactions counts={counts} />;
  return (
    <LazyBoundary fallback={waiting} errorFallback={<ReactionBar counts={counts} onPress={showLoadError} />}>
      <MemberReactions kind={kind} id={content.id} counts={counts} />
    </LazyBoundary>
  );
}
