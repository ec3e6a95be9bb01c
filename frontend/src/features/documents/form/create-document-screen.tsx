import { usePageTitle } from '../../../lib/use-page-title';
import { messages } from '../../../messages/en';
import { PageHeading } from '../../../ui/page-heading';
import { DocumentForm } from './document-form';

export function CreateDocumentScreen() {
  usePageTitle(messages.form.createTitle);
  return (
    <>
      <PageHeading small title={messages.form.createTitle} />
      <DocumentForm />
    </>
  );
}
