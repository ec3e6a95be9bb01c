import { useSyncExternalStore } from 'react';
import type { PostResponse } from '../../../api/generated/model/postResponse';

/** The posts that a moderator has selected in a thread, across its pages. */
export interface SplitSelection {
  threadId: string;
  /** id → number */
  posts: ReadonlyMap<string, number>;
}

let selection: SplitSelection | undefined;
const listeners = new Set<() => void>();

function setSelection(next: SplitSelection | undefined): void {
  if (next === selection) return;
  selection = next;
  for (const listener of listeners) listener();
}

/** @param first a post that is selected from the start */
export function startSplit(threadId: string, first?: Pick<PostResponse, 'id' | 'number'>): void {
  setSelection({ threadId, posts: new Map(first && [[first.id, first.number]]) });
}

export function endSplit(): void {
  setSelection(undefined);
}

export function toggleSplitPost({ id, number }: Pick<PostResponse, 'id' | 'number'>): void {
  if (!selection) return;
  const posts = new Map(selection.posts);
  if (!posts.delete(id)) posts.set(id, number);
  setSelection({ ...selection, posts });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const getSelection = () => selection;

/** Undefined unless posts of this thread are being selected. */
export function useSplitSelection(threadId: string): SplitSelection | undefined {
  const current = useSyncExternalStore(subscribe, getSelection, getSelection);
  return current?.threadId === threadId ? current : undefined;
}
