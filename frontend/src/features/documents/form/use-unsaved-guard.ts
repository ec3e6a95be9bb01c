import { writing } from '../../../messages/en-writing';
import { useLeaveGuard } from '../../../shared/forms/use-leave-guard';

const text = writing.form;

/** Asks before an unsaved document is left. Call the answer once it is saved. */
export function useUnsavedGuard(isDirty: boolean, title: string): () => void {
  return useLeaveGuard(isDirty, {
    title: text.leaveTitle,
    text: text.leaveText(title || text.untitled),
    stay: text.stay,
    leave: text.leave,
  });
}
