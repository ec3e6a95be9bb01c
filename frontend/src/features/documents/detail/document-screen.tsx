import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, useEffect, useRef } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { THUMBNAIL_SIZE } from '../../../lib/images';
import { usePageTitle } from '../../../lib/page';
import { messages } from '../../../messages/en';
import { documentQuery } from '../../../shared/content/document-cache';
import { getDocumentParam } from '../../../shared/links';
import { LazyBoundary } from '../../../ui/lazy';
import { Discussion } from '../../comments/discussion';
import { Markdown } from '../../markdown/markdown';
import { DocumentBreadcrumb, DocumentByline, DocumentDetails } from './document-meta';
import { CollapsibleTableOfContents, TableOfContents, useTableOfContents } from './table-of-contents';
import classes from './document-screen.module.css';

/** Replaces an id or a former slug in the URL by the current slug. */
function useCanonicalUrl(document: DocumentResponse, opened: string): void {
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

// Loaded on demand: most users are readers and never need the author features.
const DocumentActions = lazy(() => import('./document-actions'));
const ReviewNotices = lazy(() => import('../review/review-notices'));

function needsReview({ abilities, pending_revision, review_note }: DocumentResponse): boolean {
  return Boolean(abilities?.review || pending_revision || review_note);
}

function hasAnyAbility({ abilities }: DocumentResponse): boolean {
  return Object.values(abilities ?? {}).some(Boolean);
}

export function DocumentScreen({ id }: { id: string }) {
  const { data: document } = useSuspenseQuery(documentQuery(id));
  const content = useRef<HTMLDivElement>(null);
  const entries = useTableOfContents(content);
  usePageTitle(document.meta_title || document.title);
  useCanonicalUrl(document, id);

  return (
    <div className={classes.layout}>
      <div className={classes.column}>
        <article>
          {needsReview(document) && (
            <LazyBoundary>
              <ReviewNotices document={document} />
            </LazyBoundary>
          )}
          <DocumentBreadcrumb document={document} />
          <h1 tabIndex={-1} className={classes.title}>
            {document.title}
          </h1>
          {document.summary && <p className={classes.summary}>{document.summary}</p>}
          <DocumentByline document={document} />
          {hasAnyAbility(document) && (
            <div className={classes.actions}>
              <LazyBoundary>
                <DocumentActions document={document} />
              </LazyBoundary>
            </div>
          )}
          {document.thumbnail && document.thumbnail_placement === 'PAGE' && (
            <img
              src={document.thumbnail}
              srcSet={document.thumbnail_srcset ?? undefined}
              sizes="25rem"
              {...THUMBNAIL_SIZE}
              alt=""
              className={classes.image}
            />
          )}
          <CollapsibleTableOfContents entries={entries} />
          <div ref={content} className={classes.content}>
            {document.content.trim() === '' ? (
              <p className={classes.empty}>{messages.doc.empty}</p>
            ) : (
              <Markdown text={document.content} />
            )}
          </div>
          <DocumentDetails document={document} />
        </article>
        <Discussion kind="document" content={document} />
      </div>
      <TableOfContents entries={entries} content={content} />
    </div>
  );
}
