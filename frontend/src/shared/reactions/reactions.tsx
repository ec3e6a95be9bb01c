import { lazy } from 'react';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { messages } from '../../messages/en';
import { reactions as text } from '../../messages/en-reactions';
import { useSession } from '../session/session';
import { alert } from '../../ui/dialogs/dialogs';
import { Part } from '../../ui/part';
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

const tellMissing = () => void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline });

/** What people made of a document or video: everybody sees how many, whoever is signed in can join. */
export function Reactions({ kind, content }: { kind: ContentKind; content: ReactedContent }) {
  const { state, user } = useSession();
  const counts = countsOf(content);
  const waiting = <ReactionBar counts={counts} isDisabled={() => true} onPress={() => undefined} />;
  if (state === 'loading') return waiting;
  if (!user) return <GuestReactions counts={counts} />;
  return (
    <Part waiting={waiting} missing={<ReactionBar counts={counts} onPress={tellMissing} />}>
      <MemberReactions kind={kind} id={content.id} counts={counts} />
    </Part>
  );
}
