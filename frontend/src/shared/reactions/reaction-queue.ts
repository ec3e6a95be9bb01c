import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { getErrorText, hasCode } from '../../api/problem';
import { reactions as text } from '../../messages/engagement';
import { alert } from '../../ui/dialogs/dialogs';

export interface PendingReaction<Type extends string> {
  type: Type;
  /** The requested state. */
  active: boolean;
}

interface ReactionQueueOptions<Type extends string> {
  /** What is reacted to: requests with the same key run one after the other. */
  subject: readonly string[];
  /** Stores the state of a reaction and applies the server's response to the cache. */
  send: (reaction: PendingReaction<Type>) => Promise<void>;
  getErrorTitle?: (type: Type) => string;
}

/**
 * Serializes optimistic reactions per subject: requests run one after the other and carry the requested state instead
 * of a toggle, so that the last press wins; superseded ones are dropped. A rejected reaction shows an error and
 * restores the server's state.
 */
export function useReactionQueue<Type extends string>({ subject, send, getErrorTitle }: ReactionQueueOptions<Type>) {
  const queryClient = useQueryClient();
  const mutationKey = ['reactions', ...subject];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: async (reaction: PendingReaction<Type>) => {
      const waiting = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' });
      const latest = waiting
        .map(({ state }) => state.variables as PendingReaction<Type>)
        .findLast(({ type }) => type === reaction.type);
      // Superseded while waiting: only the latest is sent.
      if (latest === reaction) await send(reaction);
    },
    onError: (error, { type }) => {
      // The sign-in dialog opens.
      if (hasCode(error, 'not_signed_in')) return;
      void alert({ title: getErrorTitle?.(type) ?? text.failedTitle, text: getErrorText(error, text.failed) });
    },
  });
  const pendingReactions = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as PendingReaction<Type>,
  });
  return { pendingReactions, react: mutate };
}
