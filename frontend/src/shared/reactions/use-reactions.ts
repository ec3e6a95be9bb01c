import { useQuery } from '@tanstack/react-query';
import type { ContentKind } from '../../api/generated/model/contentKind';
import type { ReactionType } from '../../api/generated/model/reactionType';
import { ownReactionsQuery } from './queries';
import { useWishes, type Wish } from './use-wishes';

const NONE: readonly ReactionType[] = [];

function withWishes(own: readonly ReactionType[], wishes: readonly Wish[]): readonly ReactionType[] {
  return wishes.reduce(
    (types, { type, active }) => (active ? [...types, type] : types.filter((each) => each !== type)),
    own,
  );
}

/** One's own reactions to something: what the person wants is shown at once. */
export function useReactions(kind: ContentKind, id: string) {
  const { data, isPending } = useQuery(ownReactionsQuery(kind, id));
  const { wishes, wish } = useWishes({ kind, id });
  const own = data?.reactions ?? NONE;
  const shown = withWishes(own, wishes);
  return {
    /** What the server knows. */
    own,
    /** What the person wants. */
    shown,
    isKnown: !isPending,
    turn: (type: ReactionType) => {
      wish({ type, active: !shown.includes(type) });
    },
  };
}
