import { useQueryClient } from '@tanstack/react-query';
import { reviewDocument } from '../../../api/generated/documents-writing/documents-writing';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { refreshDocumentLists, updateDocumentCache } from '../../../shared/content/document-cache';
import { ReviewDecision } from '../../editing/review-decision';

export function ReviewActions({ document }: { document: DocumentResponse }) {
  const queryClient = useQueryClient();
  const { id, version, pending_revision } = document;
  return (
    <ReviewDecision
      item={document}
      decide={({ action, note }) => reviewDocument(id, { action, note, version, revision_id: pending_revision?.id })}
      onDecided={(changed) => updateDocumentCache(queryClient, changed)}
      onFailed={() => refreshDocumentLists(queryClient)}
    />
  );
}
