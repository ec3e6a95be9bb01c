import { queryOptions, type Query, type QueryClient } from '@tanstack/react-query';
import { getListBookmarksQueryKey } from '../../api/generated/bookmarks/bookmarks';
import { getGetHomeQueryKey } from '../../api/generated/home/home';
import type { ContentKind } from '../../api/generated/model/contentKind';
import type { ReactionResponse } from '../../api/generated/model/reactionResponse';
import { getListOwnReactionsQueryKey, listOwnReactions } from '../../api/generated/reactions/reactions';
import { DOCUMENTS_KEY } from '../../shared/content/document-cache';

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
export function applyReaction(queryClient: QueryClient, response: ReactionResponse): void {
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
