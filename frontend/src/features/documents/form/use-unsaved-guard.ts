import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { writing } from '../../../messages/en-writing';
import { confirm } from '../../../ui/dialogs/dialogs';

const text = writing.form;

/** Asks before typed text is left behind, within the product and on closing the tab. Call the answer once it is saved. */
export function useUnsavedGuard(isDirty: boolean, title: string): () => void {
  const isSaved = useRef(false);
  useBlocker({
    disabled: !isDirty,
    enableBeforeUnload: () => !isSaved.current,
    shouldBlockFn: async () => {
      if (isSaved.current) return false;
      const leaves = await confirm({
        title: text.leaveTitle,
        text: text.leaveText(title || text.untitled),
        cancelLabel: text.stay,
        confirmLabel: text.leave,
        destructive: true,
      });
      return !leaves;
    },
  });
  return () => {
    isSaved.current = true;
  };
}
