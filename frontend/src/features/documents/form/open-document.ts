import { getDocumentDraft } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { findDraft, getDraftScope } from '../../editing/drafts/draft-store';
import { emptyValues, toFormValues } from './document-values';

/**
 * Opens the author's own pending or returned edit instead of the published text. Versions saved since that edit began
 * are detected as a conflict at saving.
 */
export async function openDocument(document: DocumentResponse, user: OwnUserResponse) {
  const scope = getDraftScope(user.id, document.id);
  const live = { stored: toFormValues(document), version: document.version };
  const [source, draft] = await Promise.all([
    document.abilities?.withdraw_edit
      ? getDocumentDraft(document.id).then(
          (edit) => ({ stored: toFormValues(edit), version: edit.base_version }),
          () => live,
        )
      : live,
    findDraft(scope, emptyValues),
  ]);
  return { ...source, draft, scope };
}
