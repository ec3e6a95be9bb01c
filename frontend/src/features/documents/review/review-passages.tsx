import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { getListDocumentRevisionsQueryKey, listDocumentRevisions } from '../../../api/generated/documents/documents';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { PassagesSlot } from '../../comments/passages/passages-slot';

interface ReviewPassagesProps {
  document: DocumentResponse;
  /** What contains the rendered text. */
  content: RefObject<HTMLDivElement | null>;
}

/** The comments of the review of a document that was never published: on its latest text. */
export default function ReviewPassages({ document, content }: ReviewPassagesProps) {
  const { data } = useQuery({
    queryKey: [...getListDocumentRevisionsQueryKey(document.id), 'latest', document.version],
    queryFn: ({ signal }) => listDocumentRevisions(document.id, { limit: 1 }, { signal }),
  });
  const revision = data?.[0]?.id;
  if (!revision) return null;
  return (
    <PassagesSlot
      key={revision}
      subject={{ kind: 'document', id: document.id }}
      content={content}
      hasOpenPassages
      canComment={document.abilities?.comment ?? false}
      revisionId={revision}
    />
  );
}
