import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { getDocumentDraft, getGetDocumentDraftQueryKey } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { LoadFailed } from '../../../shared/errors/load-failed';
import { Bone } from '../../../ui/bone';
import { Button } from '../../../ui/button';

const DocumentDiff = lazy(() => import('../compare/document-diff'));
const text = writing.review;

function Difference({ document }: { document: DocumentResponse }) {
  const {
    data: draft,
    error,
    refetch,
  } = useQuery({
    // A replaced edit is another one.
    queryKey: [...getGetDocumentDraftQueryKey(document.id), document.pending_revision?.created_at],
    queryFn: ({ signal }) => getDocumentDraft(document.id, { signal }),
  });
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!draft) return <Bone height="8rem" />;
  return <DocumentDiff before={document} after={draft} beforeLabel={text.published} afterLabel={text.suggested} />;
}

/** What the edit that waits would change, once somebody wants to see it. */
export function PendingDifference({ document }: { document: DocumentResponse }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="default"
        size="sm"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {isOpen ? text.hideDifference : text.showDifference}
      </Button>
      {isOpen && (
        <Suspense fallback={<Bone height="8rem" />}>
          <Difference document={document} />
        </Suspense>
      )}
    </>
  );
}
