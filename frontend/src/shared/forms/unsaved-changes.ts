import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { confirm } from '../../ui/dialogs/dialogs';

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

export const useHasUnsavedChanges = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => dirtyFormCount > 0,
    () => false,
  );

interface LeaveQuestion {
  title: string;
  text: string;
  stay: string;
  leave: string;
}

/**
 * Asks for confirmation before unsaved text is left, on navigation and on closing the tab. Call the returned function
 * after saving.
 */
export function useUnsavedChangesGuard(isDirty: boolean, question: LeaveQuestion): () => void {
  const isSaved = useRef(false);
  useRegisterUnsaved(isDirty);
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: () => !isSaved.current,
    shouldBlockFn: async ({ current, next }) => {
      // Navigation within a screen keeps the form mounted.
      if (isSaved.current || current.pathname === next.pathname) return false;
      const leaves = await confirm({
        title: question.title,
        text: question.text,
        cancelLabel: question.stay,
        confirmLabel: question.leave,
        isDestructive: true,
      });
      return !leaves;
    },
  });
  return () => {
    isSaved.current = true;
  };
}
