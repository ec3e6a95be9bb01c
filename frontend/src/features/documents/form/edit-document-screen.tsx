import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { usePageTitle } from '../../../lib/use-page-title';
import { messages } from '../../../messages/en';
import { DeniedFor } from '../../../shared/access/protected';
import { failureText } from '../../../shared/errors/failure-text';
import { useSession } from '../../../shared/session/session';
import { alert } from '../../../ui/dialogs/dialogs';
import { PageHeading } from '../../../ui/page-heading';
import { documentQuery } from '../queries';
import { DocumentForm } from './document-form';
import { FormSkeleton } from './form-skeleton';

const text = messages.form;

function EditForm({ document }: { document: DocumentResponse }) {
  // Frozen at opening: what arrives later must not move under the hands of who types.
  const [opened] = useState(document);
  usePageTitle(text.editPage(opened.title));
  return (
    <>
      <PageHeading small title={text.editTitle} />
      <DocumentForm existing={opened} />
    </>
  );
}

export function EditDocumentScreen({ id }: { id: string }) {
  const { data: document, error } = useQuery(documentQuery(id));
  const { user } = useSession();
  const navigate = useNavigate();
  const isMissing = error !== null && !document;

  useEffect(() => {
    if (!isMissing) return;
    void alert({ title: text.loadFailedTitle, text: failureText(error, text.loadFailed) });
    void navigate({ to: '/docs', replace: true });
  }, [isMissing, error, navigate]);

  if (!document) return <FormSkeleton />;
  if (!document.abilities?.edit && user) return <DeniedFor permission="content.edit_any" user={user} />;
  return <EditForm key={document.id} document={document} />;
}
