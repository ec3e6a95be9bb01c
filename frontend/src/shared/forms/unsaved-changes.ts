import { useEffect, useSyncExternalStore } from 'react';

/** The number of mounted forms with unsaved changes. */
let dirtyFormCount = 0;
const listeners = new Set<() => void>();

function changeCount(number: number): void {
  dirtyFormCount += number;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers a form's unsaved changes while `isDirty`. */
export function useRegisterUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    changeCount(1);
    return () => {
      changeCount(-1);
    };
  }, [isDirty]);
}

export const useHasUnsavedChanges = (): boolean => useSyncExternalStore(subscribe, () => dirtyFormCount > 0);
