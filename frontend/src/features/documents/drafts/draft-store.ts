import { createStore, del, entries, set, type UseStore } from 'idb-keyval';
import type { DocumentValues } from '../form/form-values';
import { orElse } from './or-else';
import { dropPicture } from './picture-store';

/** What somebody typed and has not saved. */
export interface Draft {
  values: DocumentValues;
  /** The version of the document it was typed on; none for a new one. */
  version?: number;
  /** A chosen picture is kept beside the draft, see picture-store. */
  thumbnail?: 'chosen' | 'remove';
  /** In milliseconds since 1970. */
  typedAt: number;
}

export interface StoredDraft extends Draft {
  key: string;
}

const KEEP_MS = 30 * 24 * 60 * 60 * 1000;

let opened: UseStore | undefined;
const store = () => (opened ??= createStore('hub-drafts', 'drafts'));

export function storeDraft(key: string, draft: Draft): Promise<void> {
  return orElse(undefined, () => set(key, draft, store()));
}

export async function dropDraft(key: string): Promise<void> {
  await Promise.all([orElse(undefined, () => del(key, store())), dropPicture(key)]);
}

const isOld = ([, draft]: [string, Draft]) => Date.now() - draft.typedAt > KEEP_MS;

/** Those whose key begins with the place, the newest first. What is older than 30 days is thrown away on the way. */
export async function draftsAt(place: string): Promise<StoredDraft[]> {
  const all = await orElse([], () => entries<string, Draft>(store()));
  await Promise.all(all.filter(isOld).map(([key]) => dropDraft(key)));
  return all
    .filter((entry) => !isOld(entry) && entry[0].startsWith(`${place}/`))
    .map(([key, draft]) => ({ ...draft, key }))
    .sort((a, b) => b.typedAt - a.typedAt);
}
