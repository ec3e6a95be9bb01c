import type { Query, QueryClient } from '@tanstack/react-query';
import { hasStatus } from '../../api/problem';
import { documentQuery, DOCUMENTS_KEY } from '../../shared/content/document-cache';
import { readToken } from '../../api/token';
import { GUEST, keepDocument, pruneKept, removeKept, removeKeptDocument } from '../../shared/offline/kept-documents';
import { currentUserQuery, isCurrentUserQuery } from '../../shared/session/session';

/** Once the page has nothing else to do. */
const DELAY_MS = 1500;
const OPENED = /^\/docs\/([^/]+)$/;

/** Undefined until the server has said who the reader is; also after a sign-in or sign-out in another tab. */
function getOwner(queryClient: QueryClient): string | undefined {
  const state = queryClient.getQueryState(currentUserQuery.queryKey);
  if (!state || state.isInvalidated) return undefined;
  return state.data === null ? GUEST : state.data?.id;
}

/** The id or slug of the document; undefined for other queries. */
function getDocumentId({ queryKey }: Query): string | undefined {
  const isDocument =
    queryKey.length === DOCUMENTS_KEY.length + 1 && DOCUMENTS_KEY.every((part, i) => queryKey[i] === part);
  const id = queryKey.at(-1);
  return isDocument && typeof id === 'string' ? id : undefined;
}

/** Those of the text, the thumbnail and the author, of this hub. */
function listImages(): string[] {
  const images = [...document.querySelectorAll<HTMLImageElement>('main article img')];
  const addresses = images.map((image) => new URL(image.currentSrc || image.src, window.location.href));
  const own = addresses.filter(({ origin }) => origin === window.location.origin);
  return [...new Set(own.map(({ pathname }) => pathname))];
}

/** Keeps the document on whose page the reader is. */
async function keepOpenedDocument(queryClient: QueryClient): Promise<void> {
  const path = window.location.pathname;
  const id = OPENED.exec(path)?.[1];
  const owner = getOwner(queryClient);
  if (id === undefined || owner === undefined) return;
  const state = queryClient.getQueryState(documentQuery(decodeURIComponent(id)).queryKey);
  if (!state?.data || 'kept_at' in state.data) return;
  const keptAt = new Date(state.dataUpdatedAt).toISOString();
  const token = readToken();
  const isCurrent = () => readToken() === token && getOwner(queryClient) === owner;
  await keepDocument({ owner, path, keptAt, document: state.data, images: listImages(), isCurrent });
}

/** Browsers may refuse storage, or have none left; the hub works without. */
const ignoreErrors = (work: Promise<void>) => void work.catch(() => undefined);

const isDenied = (error: unknown): boolean => [403, 404, 410].some((status) => hasStatus(error, status));

/**
 * Keeps the documents that the reader opens, and removes those that they may not read any more: of another user, and
 * those that the server denies.
 */
export function keepOpenedDocuments(queryClient: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      ignoreErrors(keepOpenedDocument(queryClient));
    }, DELAY_MS);
  };
  const check = (query: Query) => {
    const id = getDocumentId(query);
    if (isCurrentUserQuery(query)) {
      const owner = getOwner(queryClient);
      if (owner !== undefined) ignoreErrors(removeKept({ exceptOf: owner }));
      keepLater();
    } else if (id !== undefined) {
      if (isDenied(query.state.error)) ignoreErrors(removeKeptDocument(id));
      else keepLater();
    }
  };
  const cache = queryClient.getQueryCache();
  cache.subscribe(({ query, type, ...event }) => {
    const hasResponse = type === 'updated' && 'action' in event && ['success', 'error'].includes(event.action.type);
    const isShown = type === 'observerAdded' && !isCurrentUserQuery(query as Query);
    if (hasResponse || isShown) check(query as Query);
  });
  ignoreErrors(pruneKept());
  cache.getAll().forEach(check);
}
