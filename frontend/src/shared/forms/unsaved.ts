import { useEffect, useSyncExternalStore } from 'react';

/** How many forms on the screen hold words that are not saved. */
let forms = 0;
const listeners = new Set<() => void>();

function add(number: number): void {
  forms += number;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** For a form: tells that it holds something unsaved. */
export function useNoteUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    add(1);
    return () => {
      add(-1);
    };
  }, [isDirty]);
}

/** Whether anything typed on this screen is not saved. */
export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, () => forms > 0);
