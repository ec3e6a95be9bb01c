import { useNavigate } from '@tanstack/react-router';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { createRandomKey } from '../../../lib/browser';
import { revisions as text } from '../../../messages/review';
import { getItemParam } from '../../../shared/links';
import { useSession } from '../../../shared/session/session';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { alert } from '../../../ui/dialogs/dialogs';
import { emptyValues, toFormValues } from '../form/document-values';
import { findDraft, getDraftScope, storeDraft } from '../../editing/drafts/draft-store';

/**
 * Opens the editor with a text that is based on the current one, as a draft that this browser keeps. Another draft or
 * edit of the user is never replaced.
 */
export function useBringBack(document: DocumentResponse) {
  const { user } = useSession();
  const navigate = useNavigate();
  return useActionMutation({
    mutationFn: async (content: string) => {
      const scope = getDraftScope(user?.id ?? '', document.id);
      if (document.abilities?.withdraw_edit || (await findDraft(scope, emptyValues))) {
        void alert({ title: text.unsavedTitle, text: text.unsaved });
        return;
      }
      const draft = {
        values: { ...toFormValues(document), content },
        version: document.version,
        typedAt: Date.now(),
      };
      if (await storeDraft(`${scope}/${createRandomKey()}`, draft))
        await navigate({ to: '/docs/$id/edit', params: { id: getItemParam(document) } });
      else void alert({ title: text.notStoredTitle, text: text.notStored });
    },
  });
}
