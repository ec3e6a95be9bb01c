import { useQuery } from '@tanstack/react-query';
import type { ContentKind } from '../../api/generated/model/contentKind';
import type { ReactionType } from '../../api/generated/model/reactionType';
import { ownReactionsQuery } from './queries';
import { useReactionMutation, type PendingReaction } from './use-reaction-mutation';

const NONE: readonly ReactionType[] = [];

function applyPending(own: readonly ReactionType[], pending: readonly PendingReaction[]): readonly ReactionType[] {
  return pending.reduce(
    (types, { type, active }) => (active ? [...types, type] : types.filter((each) => each !== type)),
    own,
  );
}

/** The user's own reactions to an item, including optimistic changes. */
export function useReactions(kind: ContentKind, id: string) {
  const { data, isPending } = useQuery(ownReactionsQuery(kind, id));
  const { pendingReactions, react } = useReactionMutation({ kind, id });
  const own = data?.reactions ?? NONE;
  const displayed = applyPending(own, pendingReactions);
  return {
    /** The server's state. */
    own,
    /** The state including pending changes. */
    displayed,
    isLoaded: !isPending,
    toggle: (type: ReactionType) => {
      react({ type, active: !displayed.includes(type) });
    },
  };
}
