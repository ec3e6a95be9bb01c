import type { DocumentResponse } from '../../api/generated/model/documentResponse';
import { readToken } from '../../api/token';

/** A document that the browser keeps for reading without a connection. */
export interface KeptDocument {
  /** of its page, under which it is kept: the service worker opens the pages of kept documents */
  path: string;
  document: DocumentResponse;
  /** ISO time at which the server sent it */
  keptAt: string;
  /** paths of the images on its page with their bytes */
  images: Record<string, number>;
}

/** The owner of what guests keep; that of a member is their id. */
export const GUEST = 'guest';

const PREFIX = 'hub-documents-';
const MAX_DOCUMENTS = 50;
const MAX_BYTES = 50 * 2 ** 20;
const MAX_IMAGE_BYTES = 5 * 2 ** 20;
/** of the images of one document */
const MAX_IMAGES_BYTES = 10 * 2 ** 20;
const MAX_AGE_MS = 30 * 24 * 3600_000;
const PAGES = '/docs/';
const LOCK = 'hub-documents';

const getBytes = ({ document, images }: KeptDocument): number =>
  Object.values(images).reduce((sum, bytes) => sum + bytes, document.content.length);

/** The newest that fit into the limits, the newest first. */
export function selectKept(documents: readonly KeptDocument[], now: number): KeptDocument[] {
  let bytes = 0;
  return documents
    .filter(({ keptAt }) => now - Date.parse(keptAt) < MAX_AGE_MS)
    .toSorted((a, b) => b.keptAt.localeCompare(a.keptAt))
    .slice(0, MAX_DOCUMENTS)
    .filter((each) => {
      const isSelected = bytes + getBytes(each) <= MAX_BYTES;
      if (isSelected) bytes += getBytes(each);
      return isSelected;
    });
}

const toPath = (idOrSlug: string): string => PAGES + encodeURIComponent(idOrSlug);

async function listOwners(): Promise<string[]> {
  const names = 'caches' in globalThis ? await caches.keys() : [];
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
}

/**
 * Without a connection the token alone tells members from guests. So guests never read what a member has kept, and for
 * members whom the server knows by the cookie only, nothing is kept.
 */
const canRead = (owner: string): boolean => (owner === GUEST) === (readToken() === null);

/** Those of one owner exist at a time. */
async function openOwn(): Promise<Cache | undefined> {
  const owner = (await listOwners()).find(canRead);
  return owner === undefined ? undefined : caches.open(PREFIX + owner);
}

const getPath = ({ url }: Request): string => new URL(url).pathname;

async function readAll(cache: Cache): Promise<KeptDocument[]> {
  const pages = (await cache.keys()).filter((request) => getPath(request).startsWith(PAGES));
  const responses = await Promise.all(pages.map((request) => cache.match(request)));
  return Promise.all(
    responses.filter((each) => each !== undefined).map((each) => each.json() as Promise<KeptDocument>),
  );
}

/** Removes all but these documents with their images, and what is beyond the limits. */
async function prune(cache: Cache, documents: readonly KeptDocument[]): Promise<void> {
  const selected = selectKept(documents, Date.now());
  const needed = new Set(selected.flatMap(({ path, images }) => [path, ...Object.keys(images)]));
  const unneeded = (await cache.keys()).filter((request) => !needed.has(getPath(request)));
  await Promise.all(unneeded.map((request) => cache.delete(request, { ignoreVary: true })));
}

interface LoadedImage {
  bytes: number;
  response: Response;
}

/** @returns undefined for what is no image, or too large */
async function loadImage(path: string): Promise<LoadedImage | undefined> {
  const response = await fetch(path).catch(() => undefined);
  if (!response?.ok || !response.headers.get('Content-Type')?.startsWith('image/')) return undefined;
  const { size } = await response.clone().blob();
  return size > MAX_IMAGE_BYTES ? undefined : { bytes: size, response };
}

/**
 * Keeps the first ones, as many as one document may have.
 * @param known bytes of images that are kept already, by paths
 * @returns bytes of those that are kept, by paths
 */
async function keepImages(
  cache: Cache,
  paths: readonly string[],
  known: ReadonlyMap<string, number>,
): Promise<Record<string, number>> {
  const kept: Record<string, number> = {};
  let total = 0;
  for (const path of paths) {
    const loaded = known.has(path) ? undefined : await loadImage(path);
    const bytes = known.get(path) ?? loaded?.bytes;
    if (bytes === undefined) continue;
    total += bytes;
    if (total > MAX_IMAGES_BYTES) break;
    if (loaded) await cache.put(path, loaded.response);
    kept[path] = bytes;
  }
  return kept;
}

/** Without what only authors and reviewers are shown. */
function toRead({ abilities: _, ...document }: DocumentResponse): DocumentResponse {
  return {
    ...document,
    pending_revision: null,
    review_note: null,
    reviewer_id: null,
    reviewer_name: null,
    reviewed_at: null,
    submitter_id: null,
    submitter_name: null,
  };
}

interface Opened extends Omit<KeptDocument, 'images'> {
  /** the id of the member, or GUEST */
  owner: string;
  /** paths of this hub */
  images: readonly string[];
  /** whether the owner still has the session of this page */
  isCurrent: () => boolean;
}

/** Keeps a document as readers see it. Others, such as drafts and hidden ones, are not kept, for authors neither. */
export async function keepDocument({ owner, path, keptAt, document, images, isCurrent }: Opened): Promise<void> {
  if (document.status !== 'PUBLISHED' || document.is_hidden || document.is_template)
    return removeKeptDocument(document.id);
  // Another tab may have started or ended a session.
  const isOwnerCurrent = () => canRead(owner) && isCurrent();
  await navigator.locks.request(LOCK, async () => {
    if (!isOwnerCurrent()) return;
    const cache = await caches.open(PREFIX + owner);
    const former = await readAll(cache);
    const known = new Map(former.flatMap((each) => Object.entries(each.images)));
    const kept = await keepImages(cache, images, known);
    const record: KeptDocument = { path, document: toRead(document), keptAt, images: kept };
    await cache.put(path, Response.json(record));
    const others = former.filter((each) => each.document.id !== document.id && each.path !== path);
    await prune(cache, [record, ...others]);
    if (!isOwnerCurrent()) await caches.delete(PREFIX + owner);
  });
}

/** The documents that the reader may open without a connection, the newest first. */
export async function listKept(): Promise<KeptDocument[]> {
  const cache = await openOwn();
  return cache ? selectKept(await readAll(cache), Date.now()) : [];
}

export async function findKept(idOrSlug: string): Promise<KeptDocument | undefined> {
  const response = await (await openOwn())?.match(toPath(idOrSlug));
  return response && selectKept([(await response.json()) as KeptDocument], Date.now())[0];
}

/** Removes everything that is kept on this device, or only what belongs to others or cannot be read. */
export async function removeKept({ exceptOf }: { exceptOf?: string } = {}): Promise<void> {
  await navigator.locks.request(LOCK, async () => {
    const others = (await listOwners()).filter((owner) => owner !== exceptOf || !canRead(owner));
    await Promise.all(others.map((owner) => caches.delete(PREFIX + owner)));
  });
}

/** Removes a document that the reader may not read any more. */
export async function removeKeptDocument(idOrSlug: string): Promise<void> {
  await navigator.locks.request(LOCK, async () => {
    const cache = await openOwn();
    if (!cache) return;
    const others = (await readAll(cache)).filter(
      ({ path, document }) => path !== toPath(idOrSlug) && document.id !== idOrSlug,
    );
    await prune(cache, others);
  });
}

export async function pruneKept(): Promise<void> {
  await navigator.locks.request(LOCK, async () => {
    const cache = await openOwn();
    if (cache) await prune(cache, await readAll(cache));
  });
}
