import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import type { ContentKind } from '../../api/generated/model/contentKind';
import type { ReactionResponse } from '../../api/generated/model/reactionResponse';
import { ReactionType } from '../../api/generated/model/reactionType';
import { hasStatus } from '../../api/problem';
import { react } from '../../api/generated/reactions/reactions';
import { reactions as text } from '../../messages/en-reactions';
import { alert } from '../../ui/dialogs/dialogs';
import { failureText } from '../errors/failure-text';
import { noteReaction } from './queries';
import { useAskToSignIn } from './use-ask-to-sign-in';

export interface Wish {
  type: ReactionType;
  /** What shall be afterwards. */
  active: boolean;
}

interface WishesOptions {
  kind: ContentKind;
  id: string;
  onAnswer?: (answer: ReactionResponse) => void;
}

/**
 * What somebody wants their reactions to something to be, as long as the server has not answered. Wishes are sent one after
 * the other, each with what shall be rather than "turn round", so that however fast somebody presses, what they saw last is
 * what there is in the end. One that is refused is told of and goes, and what the server knows is shown again.
 */
export function useWishes({ kind, id, onAnswer }: WishesOptions) {
  const queryClient = useQueryClient();
  const askToSignIn = useAskToSignIn();
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
      const answer = await react({ content_type: kind, content_id: id, reaction_type, active });
      noteReaction(queryClient, answer);
      onAnswer?.(answer);
    },
    onError: (error, { type }) => {
      const title = type === ReactionType.BOOKMARK ? text.bookmarkFailedTitle : text.failedTitle;
      if (hasStatus(error, 401)) void askToSignIn({ title, text: text.signedOut });
      else void alert({ title, text: failureText(error, text.failed) });
    },
  });
  const wishes = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Wish,
  });
  return { wishes, wish: mutate };
}
