import { adminContent } from '../../../messages/admin-content';
import { documentQuery } from '../../../shared/content/document-cache';
import { EditItemDialog } from '../../editing/edit-item-dialog';
import { DocumentForm } from './document-form';
import { openDocument } from './open-document';

/** Edits a document on top of the screen that lists it. */
export default function EditDocumentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <EditItemDialog
      query={documentQuery(id)}
      title={adminContent.documents.editTitle}
      loadFailed={adminContent.documents.editFailed}
      open={openDocument}
      renderForm={(options, dialog) => <DocumentForm {...options} dialog={dialog} />}
      onClose={onClose}
    />
  );
}
