import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { orElse } from './or-else';

let opened: UseStore | undefined;
const store = () => (opened ??= createStore('hub-draft-pictures', 'pictures'));

/** Chosen pictures of unsaved texts; apart from those, which are written with every pause in typing. */
export function storePicture(key: string, picture: File): Promise<void> {
  return orElse(undefined, () => set(key, picture, store()));
}

export function pictureAt(key: string): Promise<File | undefined> {
  return orElse(undefined, () => get<File>(key, store()));
}

export function dropPicture(key: string): Promise<void> {
  return orElse(undefined, () => del(key, store()));
}
