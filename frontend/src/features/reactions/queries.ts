import {
  type Query,
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { getListBookmarksQueryKey } from '../../api/generated/bookmarks/bookmarks';
import { getGetHomeQueryKey } from '../../api/generated/home/home';
import type { ContentKind } from '../../api/generated/model/contentKind';
import type { ReactionResponse } from '../../api/generated/model/reactionResponse';
import { ReactionType } from '../../api/generated/model/reactionType';
import { getListOwnReactionsQueryKey, listOwnReactions, react } from '../../api/generated/reactions/reactions';
import { getErrorText, hasCode } from '../../api/problem';
import { reactions as text } from '../../messages/en-engagement';
import { DOCUMENTS_KEY } from '../../shared/content/document-cache';
import { alert } from '../../ui/dialogs/dialogs';

export function ownReactionsQuery(kind: ContentKind, id: string) {
  return queryOptions({
    queryKey: getListOwnReactionsQueryKey(kind, id),
    queryFn: ({ signal }) => listOwnReactions(kind, id, { signal }),
  });
}

/** Ids are unique across all content kinds. */
const hasContentId = (id: string) => (query: Query) => (query.state.data as { id?: unknown } | undefined)?.id === id;

/** Lists that show counts or bookmarks. */
const listKeys = [[...DOCUMENTS_KEY, 'pages'], getListBookmarksQueryKey(), getGetHomeQueryKey()];

/** Applies the server's response to own reactions and counts, and invalidates the lists. */
function applyReaction(queryClient: QueryClient, response: ReactionResponse): void {
  const { content_type: kind, content_id: id, reaction_type: type, active, ...counts } = response;
  queryClient.setQueryData(ownReactionsQuery(kind, id).queryKey, (own) => {
    if (!own) return own;
    const others = own.reactions.filter((each) => each !== type);
    return { ...own, reactions: active ? [...others, type] : others };
  });
  queryClient.setQueriesData<object>(
    { predicate: hasContentId(id) },
    (content) => content && { ...content, ...counts },
  );
  for (const queryKey of listKeys) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
}

export interface PendingReaction {
  type: ReactionType;
  /** The requested state. */
  active: boolean;
}

interface ReactionMutationOptions {
  kind: ContentKind;
  id: string;
  onSuccess?: (response: ReactionResponse) => void;
}

/**
 * Serializes optimistic reactions per item: requests run one after the other and carry the requested state instead of a
 * toggle, so that the last press wins; superseded ones are dropped. A rejected reaction shows an error and restores the
 * server's state.
 */
export function useReactionMutation({ kind, id, onSuccess }: ReactionMutationOptions) {
  const queryClient = useQueryClient();
  const mutationKey = ['reactions', kind, id];
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: async (reaction: PendingReaction) => {
      const waiting = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' });
      const latest = waiting
        .map(({ state }) => state.variables as PendingReaction)
        .findLast(({ type }) => type === reaction.type);
      // Superseded while waiting: only the latest is sent.
      if (latest !== reaction) return;
      const { type: reaction_type, active } = reaction;
      const response = await react({ content_type: kind, content_id: id, reaction_type, active });
      applyReaction(queryClient, response);
      onSuccess?.(response);
    },
    onError: (error, { type }) => {
      // The sign-in dialog opens.
      if (hasCode(error, 'not_signed_in')) return;
      const title = type === ReactionType.BOOKMARK ? text.bookmarkFailedTitle : text.failedTitle;
      void alert({ title, text: getErrorText(error, text.failed) });
    },
  });
  const pendingReactions = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as PendingReaction,
  });
  return { pendingReactions, react: mutate };
}
