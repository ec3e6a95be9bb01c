import { writing } from '../../../messages/en-writing';
import { useUnsavedChangesGuard } from '../../../shared/forms/use-unsaved-changes-guard';

const text = writing.form;

/** Asks for confirmation before unsaved changes are left. Call the returned function after saving. */
export function useUnsavedDocumentGuard(isDirty: boolean, title: string): () => void {
  return useUnsavedChangesGuard(isDirty, {
    title: text.leaveTitle,
    text: text.leaveText(title || text.untitled),
    stay: text.stay,
    leave: text.leave,
  });
}
