import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { confirm } from '../../ui/dialogs/dialogs';
import { useRegisterUnsaved } from './unsaved-changes';

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
