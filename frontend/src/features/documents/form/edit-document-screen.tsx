import { Link } from '@tanstack/react-router';
import { writing } from '../../../messages/writing';
import { documentQuery } from '../../../shared/content/document-cache';
import { getItemParam } from '../../../shared/links';
import { EditItemScreen } from '../../editing/edit-item-screen';
import { DocumentForm } from './document-form';
import { documentKind } from './document-kind';
import { openDocument } from './open-document';

const text = writing.form;

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
