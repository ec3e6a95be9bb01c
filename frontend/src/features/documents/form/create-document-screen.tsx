import { useNavigate } from '@tanstack/react-router';
import { Suspense, use, useState } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { usePageTitle } from '../../../lib/use-page-title';
import { writing } from '../../../messages/en-writing';
import { useSession } from '../../../shared/session/session';
import { PageHeading } from '../../../ui/page-heading';
import { findDraft, placeOf, type FoundDraft } from '../drafts/find-draft';
import { DocumentForm } from './document-form';
import { FormSkeleton } from './form-skeleton';
import { emptyValues } from './form-values';
import type { EditingOptions } from './use-document-editing';

const text = writing.form;

type NewDocumentProps = Pick<EditingOptions, 'existing' | 'place' | 'onStay'> & {
  draft: Promise<FoundDraft | undefined>;
};

function NewDocument({ draft, ...rest }: NewDocumentProps) {
  return <DocumentForm stored={emptyValues} draft={use(draft)} {...rest} />;
}

/** Once saved it is the form of that document, without a reload: cursor, undo and scroll position stay. */
export function CreateDocumentScreen() {
  const { user } = useSession();
  const navigate = useNavigate();
  const [created, setCreated] = useState<DocumentResponse>();
  // Looked up once, at opening: a session that ends meanwhile changes nothing about what is being written.
  const [userId] = useState(user?.id ?? '');
  const [draft] = useState(() => findDraft(placeOf(userId)));
  usePageTitle(created ? text.editPage(created.title) : text.createTitle);

  const stay = (document: DocumentResponse) => {
    setCreated(document);
    // A reload, or the way back, leads to that document.
    const search = { saved: document.id };
    void navigate({ to: '/docs/create', search, replace: true, resetScroll: false, ignoreBlocker: true });
  };
  return (
    <>
      <PageHeading small title={created ? text.editTitle : text.createTitle} />
      <Suspense fallback={<FormSkeleton />}>
        <NewDocument draft={draft} existing={created} place={placeOf(userId, created?.id)} onStay={stay} />
      </Suspense>
    </>
  );
}
