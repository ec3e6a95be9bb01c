import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, use, useEffect, useState } from 'react';
import { getDocumentDraft } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { usePageTitle } from '../../../lib/use-page-title';
import { writing } from '../../../messages/en-writing';
import { DeniedFor } from '../../../shared/access/protected';
import { documentQuery } from '../../../shared/content/document-cache';
import { failureText } from '../../../shared/errors/failure-text';
import { useSession } from '../../../shared/session/session';
import { alert } from '../../../ui/dialogs/dialogs';
import { PageHeading } from '../../../ui/page-heading';
import { findDraft, placeOf, type FoundDraft } from '../drafts/find-draft';
import { DocumentForm } from './document-form';
import { FormSkeleton } from './form-skeleton';
import { valuesOf, type DocumentValues } from './form-values';

const text = writing.form;

interface Opened {
  document: DocumentResponse;
  stored: DocumentValues;
  /** The version that was written on. */
  version: number;
  draft: FoundDraft | undefined;
  place: string;
}

/**
 * Whoever suggested an edit that waits, or was sent back, goes on with that, not with what the readers see. What was saved
 * since that edit began is met at saving, as everywhere.
 */
async function open(document: DocumentResponse, user: OwnUserResponse): Promise<Opened> {
  const place = placeOf(user.id, document.id);
  const live = { stored: valuesOf(document), version: document.version };
  const [source, draft] = await Promise.all([
    document.abilities?.withdraw_edit
      ? getDocumentDraft(document.id).then(
          (edit) => ({ stored: valuesOf(edit), version: edit.base_version }),
          () => live,
        )
      : live,
    findDraft(place),
  ]);
  return { document, ...source, draft, place };
}

function OpenedForm({ opened }: { opened: Promise<Opened> }) {
  const { document, ...rest } = use(opened);
  // As it was at opening, or as the last save from here left it.
  const [existing, setExisting] = useState(document);
  return <DocumentForm existing={existing} onStay={setExisting} {...rest} />;
}

function EditForm({ document, user }: { document: DocumentResponse; user: OwnUserResponse }) {
  // Frozen at opening: what arrives later must not move under the hands of who types.
  const [opened] = useState(() => open(document, user));
  usePageTitle(text.editPage(document.title));
  return (
    <>
      <PageHeading small title={text.editTitle} />
      <Suspense fallback={<FormSkeleton />}>
        <OpenedForm opened={opened} />
      </Suspense>
    </>
  );
}

export function EditDocumentScreen({ id }: { id: string }) {
  const { data: document, error } = useQuery(documentQuery(id));
  const session = useSession();
  // A session that ends while somebody types leaves the form where it is.
  const [user, setUser] = useState(session.user);
  if (session.user && session.user.id !== user?.id) setUser(session.user);
  const navigate = useNavigate();
  const isMissing = error !== null && !document;

  useEffect(() => {
    if (!isMissing) return;
    void alert({ title: text.loadFailedTitle, text: failureText(error, text.loadFailed) });
    void navigate({ to: '/docs', replace: true });
  }, [isMissing, error, navigate]);

  if (!document || !user) return <FormSkeleton />;
  if (!document.abilities?.edit && session.user) return <DeniedFor permission="content.edit_any" user={session.user} />;
  return <EditForm key={document.id} document={document} user={user} />;
}
