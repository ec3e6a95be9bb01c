import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { withFallback } from './with-fallback';

let idbStore: UseStore | undefined;
const getStore = () => (idbStore ??= createStore('hub-draft-pictures', 'pictures'));

/** Selected images of unsaved documents, kept apart from the drafts, which are rewritten at every pause in typing. */
export function storeImage(key: string, picture: File): Promise<void> {
  return withFallback(undefined, () => set(key, picture, getStore()));
}

export function getImage(key: string): Promise<File | undefined> {
  return withFallback(undefined, () => get<File>(key, getStore()));
}

export function deleteImage(key: string): Promise<void> {
  return withFallback(undefined, () => del(key, getStore()));
}
