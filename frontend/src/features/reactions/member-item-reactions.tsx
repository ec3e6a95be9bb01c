import { useQuery } from '@tanstack/react-query';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { ReactionType } from '../../api/generated/model/reactionType';
import { reactions as text } from '../../messages/en-engagement';
import type { ReactableContent } from './item-reactions';
import { MemberReactions } from './member-reactions';
import { ownReactionsQuery, useReactionMutation } from './queries';
import type { ReactionCounts } from './reaction-bar';

interface MemberItemReactionsProps {
  kind: ContentKind;
  content: ReactableContent;
  counts: ReactionCounts;
}

/** The reactions of a signed-in user to a document or video. */
export default function MemberItemReactions({ kind, content: { id }, counts }: MemberItemReactionsProps) {
  const { data } = useQuery(ownReactionsQuery(kind, id));
  const queue = useReactionMutation({ kind, id });
  return (
    <MemberReactions
      counts={counts}
      own={data?.reactions}
      queue={queue}
      notAllowed={{ text: text.notAllowed, except: ReactionType.BOOKMARK }}
    />
  );
}
