import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { getPostPage } from '@hub/shared/thread-pages';
import { getGetPostPlaceQueryKey, getPostPlace } from '../../../api/generated/forum/forum';
import { toPageParam } from '../queries';
import { getPostAnchor } from '../posts/use-linked-post';

interface MergedThreadProps {
  id: string;
  /** The thread that it was merged into. */
  targetId: string;
  /** The number of the linked post in the merged thread. */
  linked: number | undefined;
}

/**
 * Leads from the address of a merged thread to the other one, and from a post to its place there. The number is that of
 * the first render, because the new address has the new number before this is left.
 */
export function MergedThread({ id, targetId, linked: current }: MergedThreadProps) {
  const [linked] = useState(current);
  const { data, isLoading } = useQuery({
    queryKey: getGetPostPlaceQueryKey(id, String(linked)),
    queryFn: ({ signal }) => getPostPlace(id, String(linked), { signal }),
    enabled: linked !== undefined,
    retry: false,
  });
  if (isLoading) return null;
  const { thread_id = targetId, number = 1 } = data ?? {};
  return (
    <Navigate
      to="/community/thread/$id"
      params={{ id: thread_id }}
      search={{ page: toPageParam(getPostPage(number)) }}
      hash={data && getPostAnchor(number)}
      replace
    />
  );
}
