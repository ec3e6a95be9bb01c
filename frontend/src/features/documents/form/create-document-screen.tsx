import { Suspense, use, useState } from 'react';
import { usePageTitle } from '../../../lib/use-page-title';
import { writing } from '../../../messages/en-writing';
import { useSession } from '../../../shared/session/session';
import { PageHeading } from '../../../ui/page-heading';
import type { StoredDraft } from '../drafts/draft-store';
import { findDraft, placeOf } from '../drafts/find-draft';
import { DocumentForm } from './document-form';
import { FormSkeleton } from './form-skeleton';
import { emptyValues } from './form-values';

function NewDocument({ draft, place }: { draft: Promise<StoredDraft | undefined>; place: string }) {
  return <DocumentForm stored={emptyValues} draft={use(draft)} place={place} />;
}

export function CreateDocumentScreen() {
  const { user } = useSession();
  // Looked up once, at opening: a session that ends meanwhile changes nothing about what is being written.
  const [place] = useState(() => placeOf(user?.id ?? ''));
  const [draft] = useState(() => findDraft(place));
  usePageTitle(writing.form.createTitle);
  return (
    <>
      <PageHeading small title={writing.form.createTitle} />
      <Suspense fallback={<FormSkeleton />}>
        <NewDocument draft={draft} place={place} />
      </Suspense>
    </>
  );
}
