import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { documentQuery } from '../../../shared/content/document-cache';
import { getDocumentParam } from '../../../shared/content/document-link';

/** Replaces an id or a former slug in the URL by the current slug. */
export function useCanonicalUrl(document: DocumentResponse, opened: string): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const id = getDocumentParam(document);
  useEffect(() => {
    if (id === opened) return;
    // Caches the document under its new key, so that the navigation triggers no request and no flicker.
    queryClient.setQueryData(documentQuery(id).queryKey, document);
    void navigate({ to: '/docs/$id', params: { id }, hash: true, replace: true, resetScroll: false });
  }, [id, opened, document, navigate, queryClient]);
}
