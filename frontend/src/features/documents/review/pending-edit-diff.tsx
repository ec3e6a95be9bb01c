import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { getDocumentDraft, getGetDocumentDraftQueryKey } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { writing } from '../../../messages/en-writing';
import { LoadError } from '../../../shared/errors/load-error';
import { SkeletonItem } from '../../../ui/skeleton-item';
import { Button } from '../../../ui/button';

const DocumentDiff = lazy(() => import('../compare/document-diff'));
const text = writing.review;

function LoadedDiff({ document }: { document: DocumentResponse }) {
  const {
    data: draft,
    error,
    refetch,
  } = useQuery({
    // The timestamp changes when the pending edit is replaced.
    queryKey: [...getGetDocumentDraftQueryKey(document.id), document.pending_revision?.created_at],
    queryFn: ({ signal }) => getDocumentDraft(document.id, { signal }),
  });
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!draft) return <SkeletonItem height="8rem" />;
  return <DocumentDiff before={document} after={draft} beforeLabel={text.published} afterLabel={text.suggested} />;
}

/** The changes of the pending edit, loaded when expanded. */
export function PendingEditDiff({ document }: { document: DocumentResponse }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        {isOpen ? text.hideDifference : text.showDifference}
      </Button>
      {isOpen && (
        <Suspense fallback={<SkeletonItem height="8rem" />}>
          <LoadedDiff document={document} />
        </Suspense>
      )}
    </>
  );
}
