import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { getListDocumentRevisionsQueryKey, listDocumentRevisions } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { PassagesSlot } from '../../comments/passages/passages-slot';

/** The id of the text of a document that awaits its first review. */
function useTextInReview({ id, version, status }: DocumentResponse): string | undefined {
  const { data } = useQuery({
    queryKey: [...getListDocumentRevisionsQueryKey(id), 'latest', version],
    queryFn: ({ signal }) => listDocumentRevisions(id, { limit: 1 }, { signal }),
    enabled: status === 'IN_REVIEW',
  });
  return data?.[0]?.id;
}

interface DocumentPassagesProps {
  document: DocumentResponse;
  /** What contains the rendered text. */
  content: RefObject<HTMLDivElement | null>;
}

/** Comments on passages: those of everyone, or of the review of a document that awaits its first one. */
export default function DocumentPassages({ document, content }: DocumentPassagesProps) {
  const revisionId = useTextInReview(document);
  const isInReview = document.status === 'IN_REVIEW';
  if (isInReview && !revisionId) return null;
  return (
    <PassagesSlot
      key={revisionId}
      subject={{ kind: 'document', id: document.id }}
      content={content}
      hasOpenPassages={isInReview || document.has_open_passages}
      canComment={document.abilities?.comment ?? false}
      revisionId={revisionId}
    />
  );
}
