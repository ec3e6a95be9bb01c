import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { documentQuery } from '../../../shared/content/document-cache';
import { documentParam } from '../../../shared/content/document-link';

/** Puts the document's own address in the place of its id or of one it had before. */
export function useCanonicalAddress(document: DocumentResponse, opened: string): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const id = documentParam(document);
  useEffect(() => {
    if (id === opened) return;
    // Known under the new name already, so nothing is loaded and nothing blinks.
    queryClient.setQueryData(documentQuery(id).queryKey, document);
    void navigate({ to: '/docs/$id', params: { id }, hash: true, replace: true, resetScroll: false });
  }, [id, opened, document, navigate, queryClient]);
}
