import { queryOptions, type Query, type QueryClient } from '@tanstack/react-query';
import { getListBookmarksQueryKey } from '../../api/generated/bookmarks/bookmarks';
import { getGetHomeQueryKey } from '../../api/generated/home/home';
import type { ContentKind } from '../../api/generated/model/contentKind';
import type { ReactionResponse } from '../../api/generated/model/reactionResponse';
import { getListOwnReactionsQueryKey, listOwnReactions } from '../../api/generated/reactions/reactions';
import { DOCUMENTS } from '../content/document-cache';

export function ownReactionsQuery(kind: ContentKind, id: string) {
  return queryOptions({
    queryKey: getListOwnReactionsQueryKey(kind, id),
    queryFn: ({ signal }) => listOwnReactions(kind, id, { signal }),
  });
}

/** Ids are unique among everything there is. */
const isAbout = (id: string) => (query: Query) => (query.state.data as { id?: unknown } | undefined)?.id === id;

/** What shows counts or bookmarks of many. */
const lists = [[...DOCUMENTS, 'pages'], getListBookmarksQueryKey(), getGetHomeQueryKey()];

/** What the server answered: own reactions and all counts follow; lists are asked again when next seen. */
export function noteReaction(queryClient: QueryClient, answer: ReactionResponse): void {
  const { content_type: kind, content_id: id, reaction_type: type, active, ...counts } = answer;
  queryClient.setQueryData(ownReactionsQuery(kind, id).queryKey, (own) => {
    if (!own) return own;
    const others = own.reactions.filter((each) => each !== type);
    return { ...own, reactions: active ? [...others, type] : others };
  });
  queryClient.setQueriesData<object>({ predicate: isAbout(id) }, (content) => content && { ...content, ...counts });
  for (const queryKey of lists) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
}
