import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { confirm } from '../../ui/dialogs/dialogs';
import { useNoteUnsaved } from './unsaved';

interface Question {
  title: string;
  text: string;
  stay: string;
  leave: string;
}

/** Asks before typed text is left behind, within the product and on closing the tab. Call the answer once it is saved. */
export function useLeaveGuard(isDirty: boolean, question: Question): () => void {
  const isSaved = useRef(false);
  useNoteUnsaved(isDirty);
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: () => !isSaved.current,
    shouldBlockFn: async ({ current, next }) => {
      // Another part of the same screen: what was typed stays mounted.
      if (isSaved.current || current.pathname === next.pathname) return false;
      const leaves = await confirm({
        title: question.title,
        text: question.text,
        cancelLabel: question.stay,
        confirmLabel: question.leave,
        destructive: true,
      });
      return !leaves;
    },
  });
  return () => {
    isSaved.current = true;
  };
}
