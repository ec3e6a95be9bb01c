import { lazy, Suspense } from 'react';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { reactions as text } from '../../messages/en-reactions';
import { useSession } from '../session/session';
import { ReactionBar, type Counts } from './reaction-bar';
import { useAskToSignIn } from './use-ask-to-sign-in';

const MemberReactions = lazy(() => import('./member-reactions'));

export interface ReactedContent {
  id: string;
  like_count: number;
  helpful_count: number;
  confused_count: number;
  bookmark_count: number;
}

const countsOf = (content: ReactedContent): Counts => ({
  LIKE: content.like_count,
  HELPFUL: content.helpful_count,
  CONFUSED: content.confused_count,
  BOOKMARK: content.bookmark_count,
});

function GuestReactions({ counts }: { counts: Counts }) {
  const ask = useAskToSignIn();
  return <ReactionBar counts={counts} onPress={() => void ask({ title: text.signInTitle, text: text.signInText })} />;
}

/** What people made of a document or video: everybody sees how many, whoever is signed in can join. */
export function Reactions({ kind, content }: { kind: ContentKind; content: ReactedContent }) {
  const { state, user } = useSession();
  const counts = countsOf(content);
  const waiting = <ReactionBar counts={counts} isDisabled={() => true} onPress={() => undefined} />;
  if (state === 'loading') return waiting;
  if (!user) return <GuestReactions counts={counts} />;
  return (
    <Suspense fallback={waiting}>
      <MemberReactions kind={kind} id={content.id} counts={counts} />
    </Suspense>
  );
}
