import { type Query, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { getListBookmarksQueryKey } from '../../api/generated/bookmarks/bookmarks';
import { getGetHomeQueryKey } from '../../api/generated/home/home';
import type { ContentKind } from '../../api/generated/model/contentKind';
import type { ReactionResponse } from '../../api/generated/model/reactionResponse';
import type { ReactionType } from '../../api/generated/model/reactionType';
import { getListOwnReactionsQueryKey, listOwnReactions, react } from '../../api/generated/reactions/reactions';
import { reactions as text } from '../../messages/engagement';
import { reacting } from '../../messages/reacting';
import { DOCUMENTS_KEY } from '../../shared/content/document-cache';
import { useReactionQueue } from '../../shared/reactions/reaction-queue';

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

interface ReactionMutationOptions {
  kind: ContentKind;
  id: string;
  onSuccess?: (response: ReactionResponse) => void;
}

/** The reactions to a document or video. */
export function useReactionMutation({ kind, id, onSuccess }: ReactionMutationOptions) {
  const queryClient = useQueryClient();
  return useReactionQueue<ReactionType>({
    subject: [kind, id],
    send: async ({ type, active }) => {
      const response = await react({ content_type: kind, content_id: id, reaction_type: type, active });
      applyReaction(queryClient, response);
      onSuccess?.(response);
    },
    getErrorTitle: (type) => (type === 'BOOKMARK' ? reacting.bookmarkFailedTitle : text.failedTitle),
  });
}
