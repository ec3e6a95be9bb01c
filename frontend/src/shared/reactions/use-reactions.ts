import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { ReactionType } from '../../api/generated/model/reactionType';
import { react } from '../../api/generated/reactions/reactions';
import { reactions as text } from '../../messages/en-reactions';
import { alert } from '../../ui/dialogs/dialogs';
import { failureText } from '../errors/failure-text';
import { ownReactionsQuery, noteReaction } from './queries';

interface Wish {
  type: ReactionType;
  active: boolean;
}

const NONE: readonly ReactionType[] = [];

/** With the latest wishes in place, the server's answer or not. */
function withWishes(own: readonly ReactionType[], wishes: readonly Wish[]): readonly ReactionType[] {
  return wishes.reduce(
    (types, { type, active }) => (active ? [...types, type] : types.filter((each) => each !== type)),
    own,
  );
}

/**
 * One's own reactions to something. What the person wants is shown at once and sent one after the other, each with what shall
 * be rather than "turn round", so that however fast they press, what they saw last is what there is in the end. When the
 * server refuses, what it knows is shown again.
 */
export function useReactions(kind: ContentKind, id: string) {
  const queryClient = useQueryClient();
  const { data, isPending } = useQuery(ownReactionsQuery(kind, id));
  const mutationKey = ['reactions', kind, id];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: async (wish: Wish) => {
      const waiting = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' });
      const latest = waiting.map(({ state }) => state.variables as Wish).findLast(({ type }) => type === wish.type);
      // Overtaken while it waited: only the latest is worth a request.
      if (latest !== wish) return;
      const { type: reaction_type, active } = wish;
      noteReaction(queryClient, await react({ content_type: kind, content_id: id, reaction_type, active }));
    },
    onError: (error, { type }) => {
      const title = type === ReactionType.BOOKMARK ? text.bookmarkFailedTitle : text.failedTitle;
      void alert({ title, text: failureText(error, text.failed) });
    },
  });
  const wishes = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Wish,
  });

  const own = data?.reactions ?? NONE;
  const shown = withWishes(own, wishes);
  const set = (type: ReactionType, active: boolean) => {
    mutate({ type, active });
  };
  return {
    /** What the server knows. */
    own,
    /** What the person wants. */
    shown,
    isKnown: !isPending,
    set,
    turn: (type: ReactionType) => {
      set(type, !shown.includes(type));
    },
  };
}
