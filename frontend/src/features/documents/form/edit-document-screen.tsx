import { Link } from '@tanstack/react-router';
import { getDocumentDraft } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { writing } from '../../../messages/en-writing';
import { documentQuery } from '../../../shared/content/document-cache';
import { getItemParam } from '../../../shared/links';
import { findDraft, getDraftScope } from '../../editing/drafts/draft-store';
import { EditItemScreen } from '../../editing/edit-item-screen';
import { DocumentForm } from './document-form';
import { documentKind } from './document-kind';
import { emptyValues, toFormValues } from './document-values';

const text = writing.form;

/**
 * Opens the author's own pending or returned edit instead of the published text. Versions saved since that edit began
 * are detected as a conflict at saving.
 */
async function openDocument(document: DocumentResponse, user: OwnUserResponse) {
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

export function EditDocumentScreen({ id }: { id: string }) {
  return (
    <EditItemScreen
      query={documentQuery(id)}
      kind={documentKind}
      title={text.editTitle}
      renderLink={(document) => (
        <Link to="/docs/$id" params={{ id: getItemParam(document) }}>
          {text.viewDocument}
        </Link>
      )}
      open={openDocument}
      renderForm={(options) => <DocumentForm {...options} />}
    />
  );
}
