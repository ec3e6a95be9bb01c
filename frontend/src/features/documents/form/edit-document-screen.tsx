import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, use, useEffect, useState } from 'react';
import { getDocumentDraft } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { usePageTitle } from '../../../lib/page';
import { writing } from '../../../messages/en-writing';
import { AccessDeniedFor } from '../../../shared/access/protected';
import { documentQuery } from '../../../shared/content/document-cache';
import { getErrorText } from '../../../api/problem';
import { UnusualStatusBadge, VisibilityMark } from '../../../shared/content/content-meta';
import { getDocumentParam } from '../../../shared/links';
import { useSession } from '../../../shared/session/session';
import { alert } from '../../../ui/dialogs/dialogs';
import { PageHeading } from '../../../ui/page-heading';
import { findDraft, getDraftScope, type RestoredDraft } from '../drafts/draft-store';
import { DocumentForm } from './document-form';
import { FormSkeleton } from '../screen-states';
import { toFormValues, type DocumentValues } from './form-values';

const text = writing.form;

interface OpenedDocument {
  document: DocumentResponse;
  stored: DocumentValues;
  /** The version the values are based on. */
  version: number;
  draft: RestoredDraft | undefined;
  scope: string;
}

/**
 * Opens the author's own pending or returned edit instead of the published text. Versions saved since that edit began
 * are detected as a conflict at saving.
 */
async function openDocument(document: DocumentResponse, user: OwnUserResponse): Promise<OpenedDocument> {
  const scope = getDraftScope(user.id, document.id);
  const live = { stored: toFormValues(document), version: document.version };
  const [source, draft] = await Promise.all([
    document.abilities?.withdraw_edit
      ? getDocumentDraft(document.id).then(
          (edit) => ({ stored: toFormValues(edit), version: edit.base_version }),
          () => live,
        )
      : live,
    findDraft(scope),
  ]);
  return { document, ...source, draft, scope };
}

function OpenedForm({ opened }: { opened: Promise<OpenedDocument> }) {
  const { document, ...rest } = use(opened);
  // The document as of opening, or of the last save from this form.
  const [existing, setExisting] = useState(document);
  return <DocumentForm existing={existing} onContinueEditing={setExisting} {...rest} />;
}

function EditForm({ document, user }: { document: DocumentResponse; user: OwnUserResponse }) {
  // Loaded once: later responses must not change the form while the user types.
  const [opened] = useState(() => openDocument(document, user));
  usePageTitle(text.editPage(document.title));
  return (
    <>
      <PageHeading isSmall title={text.editTitle}>
        <UnusualStatusBadge status={document.status} />
        <VisibilityMark visibility={document.visibility} showsPublic />
        <Link to="/docs/$id" params={{ id: getDocumentParam(document) }}>
          {text.viewDocument}
        </Link>
      </PageHeading>
      <Suspense fallback={<FormSkeleton />}>
        <OpenedForm opened={opened} />
      </Suspense>
    </>
  );
}

export function EditDocumentScreen({ id }: { id: string }) {
  const { data: document, error } = useQuery(documentQuery(id));
  const session = useSession();
  // The form stays mounted when the session ends.
  const [user, setUser] = useState(session.user);
  if (session.user && session.user.id !== user?.id) setUser(session.user);
  const navigate = useNavigate();
  const isMissing = error !== null && !document;

  useEffect(() => {
    if (!isMissing) return;
    void alert({ title: text.loadFailedTitle, text: getErrorText(error, text.loadFailed) });
    void navigate({ to: '/docs', replace: true });
  }, [isMissing, error, navigate]);

  if (!document || !user) return <FormSkeleton />;
  if (!document.abilities?.edit && session.user)
    return <AccessDeniedFor permission="content.edit_any" user={session.user} />;
  return <EditForm key={document.id} document={document} user={user} />;
}
