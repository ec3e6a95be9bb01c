import { createStore, del, entries, set, type UseStore } from 'idb-keyval';
import type { DocumentValues } from '../form/form-values';
import { withFallback } from './with-fallback';
import { deleteImage } from './draft-image-store';

/** Unsaved values of a document form. */
export interface Draft {
  values: DocumentValues;
  /** The version of the document the draft is based on; absent for a new document. */
  version?: number;
  /** A selected image is stored separately, see draft-image-store. */
  thumbnail?: 'chosen' | 'remove';
  /** Milliseconds since the epoch. */
  typedAt: number;
}

export interface StoredDraft extends Draft {
  key: string;
}

const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

let idbStore: UseStore | undefined;
const getStore = () => (idbStore ??= createStore('hub-drafts', 'drafts'));

export function storeDraft(key: string, draft: Draft): Promise<void> {
  return withFallback(undefined, () => set(key, draft, getStore()));
}

export async function deleteDraft(key: string): Promise<void> {
  await Promise.all([withFallback(undefined, () => del(key, getStore())), deleteImage(key)]);
}

const isExpired = ([, draft]: [string, Draft]) => Date.now() - draft.typedAt > MAX_AGE_MS;

/** Lists the drafts whose key begins with the scope, newest first. Deletes drafts older than 30 days. */
export async function listDrafts(scope: string): Promise<StoredDraft[]> {
  const all = await withFallback([], () => entries<string, Draft>(getStore()));
  await Promise.all(all.filter(isExpired).map(([key]) => deleteDraft(key)));
  return all
    .filter((entry) => !isExpired(entry) && entry[0].startsWith(`${scope}/`))
    .map(([key, draft]) => ({ ...draft, key }))
    .sort((a, b) => b.typedAt - a.typedAt);
}
