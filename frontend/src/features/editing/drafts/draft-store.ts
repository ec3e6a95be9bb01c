import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';
import type { ThumbnailChange } from '../item-kind';
import { findOtherTabs } from './tab-presence';

/** Unsaved values of the form of a content item. */
export interface Draft<Values = object> {
  values: Values;
  /** The version of the item the draft is based on; absent for a new item. */
  version?: number;
  /** A selected image is stored separately: the draft itself is rewritten at every pause in typing. */
  thumbnail?: 'chosen' | 'remove';
  /** Milliseconds since the epoch. */
  typedAt: number;
}

interface StoredDraft<Values = object> extends Draft<Values> {
  key: string;
}

/** A draft of an earlier visit, including its image. */
export interface RestoredDraft<Values = object> extends Omit<StoredDraft<Values>, 'thumbnail'> {
  thumbnail: ThumbnailChange;
  /** The draft refers to a selected image that the browser did not keep. */
  isImageMissing: boolean;
}

const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

let draftStore: UseStore | undefined;
const getDraftStore = () => (draftStore ??= createStore('hub-drafts', 'drafts'));

let imageStore: UseStore | undefined;
const getImageStore = () => (imageStore ??= createStore('hub-draft-pictures', 'pictures'));

/** Browsers may refuse storage, for example in private windows; the fallback keeps the form working without drafts. */
async function withFallback<T>(fallback: T, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch {
    return fallback;
  }
}

/**
 * The key prefix of an item's drafts. It contains the user, because browsers may be shared.
 *
 * @param itemId for a new item the name of its form, which each kind has once
 */
export function getDraftScope(userId: string, itemId = 'new'): string {
  return `${userId}/${itemId}`;
}

function isStored(operation: () => Promise<void>): Promise<boolean> {
  return withFallback(false, async () => {
    await operation();
    return true;
  });
}

/** Resolves to whether the browser has stored the draft. */
export function storeDraft(key: string, draft: Draft): Promise<boolean> {
  return isStored(() => set(key, draft, getDraftStore()));
}

/** Resolves to whether the browser has stored the image. */
export function storeDraftImage(key: string, image: File): Promise<boolean> {
  return isStored(() => set(key, image, getImageStore()));
}

/** Deletes the draft and its image. */
export async function deleteDraft(key: string): Promise<void> {
  await Promise.all([
    withFallback(undefined, () => del(key, getDraftStore())),
    withFallback(undefined, () => del(key, getImageStore())),
  ]);
}

const isExpired = ([, draft]: [string, Draft]) => Date.now() - draft.typedAt > MAX_AGE_MS;

/** Lists the drafts whose key begins with the scope, newest first. Deletes drafts older than 30 days. */
async function listDrafts(scope: string): Promise<StoredDraft[]> {
  const all = await withFallback([], () => entries<string, Draft>(getDraftStore()));
  await Promise.all(all.filter(isExpired).map(([key]) => deleteDraft(key)));
  return all
    .filter((entry) => !isExpired(entry) && entry[0].startsWith(`${scope}/`))
    .map(([key, draft]) => ({ ...draft, key }))
    .sort((a, b) => b.typedAt - a.typedAt);
}

async function loadDraftImage<Values extends object>(
  { thumbnail, ...draft }: StoredDraft,
  emptyValues: Values,
): Promise<RestoredDraft<Values>> {
  const image =
    thumbnail === 'chosen' ? await withFallback(undefined, () => get<File>(draft.key, getImageStore())) : thumbnail;
  return {
    ...draft,
    // Drafts may predate fields of the form.
    values: { ...emptyValues, ...draft.values },
    thumbnail: image,
    isImageMissing: thumbnail === 'chosen' && image === undefined,
  };
}

/**
 * Returns the newest draft of this browser, ignoring drafts of tabs that are still open.
 *
 * @param emptyValues the values of fields that the draft lacks
 */
export async function findDraft<Values extends object>(
  scope: string,
  emptyValues: Values,
): Promise<RestoredDraft<Values> | undefined> {
  const drafts = await listDrafts(scope);
  if (drafts.length === 0) return undefined;
  const openTabs = await findOtherTabs(scope);
  const abandoned = drafts.find(({ key }) => !openTabs.has(key.slice(scope.length + 1)));
  return abandoned && loadDraftImage(abandoned, emptyValues);
}
