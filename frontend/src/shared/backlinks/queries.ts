import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Page, requestPage } from '../../api/client';
import { getListBacklinksQueryKey, getListBacklinksUrl } from '../../api/generated/links/links';
import type { BacklinkResponse } from '../../api/generated/model/backlinkResponse';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { abbreviate } from '../../lib/message-format';
import { cursorPaging } from '../cursor-pages';

/** How many are listed before "Load more", and named before something is deleted. */
export const FIRST_BACKLINKS = 5;
const PAGE_SIZE = 50;

export const requestFirstBacklinks = (kind: ContentKind, id: string, signal?: AbortSignal) =>
  requestPage<BacklinkResponse>(getListBacklinksUrl(kind, id, { limit: FIRST_BACKLINKS }), { signal });

export const firstBacklinksQuery = (kind: ContentKind, id: string) =>
  queryOptions({
    queryKey: getListBacklinksQueryKey(kind, id),
    queryFn: ({ signal }) => requestFirstBacklinks(kind, id, signal),
  });

export const allBacklinksQuery = (kind: ContentKind, id: string) =>
  infiniteQueryOptions({
    queryKey: [...getListBacklinksQueryKey(kind, id), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      requestPage<BacklinkResponse>(getListBacklinksUrl(kind, id, { cursor, limit: PAGE_SIZE }), { signal }),
    ...cursorPaging,
  });

/** The number as it is shown. */
export const getTotal = ({ total, capped }: Pick<Page<BacklinkResponse>, 'total' | 'capped'>): string =>
  `${abbreviate(total)}${capped ? '+' : ''}`;
