import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { lazy, type ReactNode, useRef } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { THUMBNAIL_SIZE } from '../../../lib/images';
import { usePageTitle } from '../../../lib/page';
import { messages } from '../../../messages/common';
import { documentQuery, viewedDocumentQuery } from '../../../shared/content/document-cache';
import itemClasses from '../../../shared/content/item-meta.module.css';
import { useCanonicalUrl } from '../../../shared/content/use-canonical-url';
import { getItemParam } from '../../../shared/links';
import { ItemNeighbours, PageTreeButton, PageTreeColumn, useItemPages } from '../../../shared/page-tree/item-pages';
import { LazyBoundary } from '../../../ui/lazy';
import { Discussion } from '../../comments/discussion';
import { Markdown } from '../../markdown/markdown';
import { DocumentBreadcrumb, DocumentByline, DocumentDetails } from './document-meta';
import { ReaderMenu } from './reader-menu';
import { CollapsibleTableOfContents, TableOfContents, useTableOfContents } from './table-of-contents';
import classes from './document-screen.module.css';

// Loaded on demand: most users are readers and never need the author features.
const DocumentActions = lazy(() => import('./document-actions'));
const KeptNotice = lazy(() => import('../../../shared/offline/kept-notice'));
const HiddenNotice = lazy(() => import('../../editing/hidden-notice'));
const TemplateNotice = lazy(() => import('./template-notice'));
const ReviewNotices = lazy(() => import('../review/review-notices'));
const DocumentPassages = lazy(() => import('./document-passages'));

function needsReview({ abilities, status, pending_revision, review_note }: DocumentResponse): boolean {
  return Boolean(abilities?.review || status === 'IN_REVIEW' || pending_revision || review_note);
}

function hasAnyAbility({ abilities }: DocumentResponse): boolean {
  return Object.values(abilities ?? {}).some(Boolean);
}

const hasPassages = ({ has_open_passages, abilities, is_template }: DocumentResponse): boolean =>
  !is_template && (has_open_passages || (abilities?.comment ?? false));

interface DocumentScreenProps {
  id: string;
  /** The threads about the document. */
  renderThreads?: (document: DocumentResponse) => ReactNode;
}

export function DocumentScreen({ id, renderThreads }: DocumentScreenProps) {
  const queryClient = useQueryClient();
  const { data: document, refetch } = useSuspenseQuery(viewedDocumentQuery(id));
  // Its comments, reactions and actions need a connection.
  const keptAt = document.kept_at;
  const pages = useItemPages('document', document.is_template ? { ...document, category: null } : document);
  const content = useRef<HTMLDivElement>(null);
  const isHydrated = useHydrated();
  const entries = useTableOfContents(content, document.content);
  usePageTitle(document.meta_title || document.title);
  useCanonicalUrl({ path: '/docs/$id', id: getItemParam(document), opened: id }, () => {
    queryClient.setQueryData(documentQuery(getItemParam(document)).queryKey, document);
  });

  return (
    <div className={classes.layout} data-tree={pages !== undefined || undefined}>
      {pages && <PageTreeColumn page={pages.page} />}
      <div className={classes.column}>
        <article>
          {keptAt && (
            <LazyBoundary>
              <KeptNotice keptAt={keptAt} refresh={refetch} />
            </LazyBoundary>
          )}
          {document.is_template && (
            <LazyBoundary>
              <TemplateNotice document={document} />
            </LazyBoundary>
          )}
          {document.is_hidden && (
            <LazyBoundary>
              <HiddenNotice kind="document" />
            </LazyBoundary>
          )}
          {needsReview(document) && (
            <LazyBoundary>
              <ReviewNotices document={document} />
            </LazyBoundary>
          )}
          {pages && <PageTreeButton page={pages.page} />}
          <DocumentBreadcrumb document={document} />
          <h1 tabIndex={-1} dir="auto" className={itemClasses.title}>
            {document.title}
          </h1>
          {document.summary && (
            <p dir="auto" className={itemClasses.summary}>
              {document.summary}
            </p>
          )}
          <DocumentByline document={document} />
          {!keptAt && (
            <div className={itemClasses.actions}>
              {hasAnyAbility(document) ? (
                <LazyBoundary>
                  <DocumentActions document={document} />
                </LazyBoundary>
              ) : (
                <ReaderMenu document={document} />
              )}
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
          <div className={classes.content}>
            <div ref={content}>
              {document.content.trim() === '' ? (
                <p className={classes.empty}>{messages.doc.empty}</p>
              ) : (
                <Markdown key={document.id} text={document.content} isWhole />
              )}
            </div>
            {isHydrated && !keptAt && hasPassages(document) && (
              // Without them the text reads as well.
              <LazyBoundary>
                <DocumentPassages key={document.id} document={document} content={content} />
              </LazyBoundary>
            )}
          </div>
          <DocumentDetails document={document} />
        </article>
        {pages && <ItemNeighbours key={document.id} {...pages} />}
        {!keptAt && !document.is_template && (
          <Discussion kind="document" content={document}>
            {renderThreads?.(document)}
          </Discussion>
        )}
      </div>
      <TableOfContents entries={entries} content={content} />
    </div>
  );
}
