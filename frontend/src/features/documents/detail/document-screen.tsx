import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, useRef } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { THUMBNAIL } from '../../../lib/pictures';
import { usePageTitle } from '../../../lib/use-page-title';
import { messages } from '../../../messages/en';
import { Markdown } from '../../../shared/markdown/markdown';
import { documentQuery } from '../../../shared/content/document-cache';
import { Discussion } from '../../../shared/comments/discussion';
import { Part } from '../../../ui/part';
import { DocumentMeta } from './document-meta';
import classes from './document-screen.module.css';
import { DocumentTags } from './document-tags';
import { TableOfContents } from './table-of-contents';
import { useCanonicalAddress } from './use-canonical-address';

// Readers, who are most people here, do not load what only authors use.
const DocumentActs = lazy(() => import('./document-acts'));
const ReviewNotices = lazy(() => import('../review/review-notices'));

function needsReview({ abilities, pending_revision, review_note }: DocumentResponse): boolean {
  return Boolean(abilities?.review || pending_revision || review_note);
}

function mayDoAnything({ abilities }: DocumentResponse): boolean {
  return Object.values(abilities ?? {}).some(Boolean);
}

export function DocumentScreen({ id }: { id: string }) {
  const { data: document } = useSuspenseQuery(documentQuery(id));
  const content = useRef<HTMLDivElement>(null);
  usePageTitle(document.meta_title || document.title);
  useCanonicalAddress(document, id);

  return (
    <div className={classes.layout}>
      <div className={classes.column}>
        <article>
          {needsReview(document) && (
            <Part>
              <ReviewNotices document={document} />
            </Part>
          )}
          <DocumentMeta document={document} />
          <h1 tabIndex={-1} className={classes.title}>
            {document.title}
          </h1>
          {document.summary && <p className={classes.summary}>{document.summary}</p>}
          <DocumentTags tags={document.tags} />
          {mayDoAnything(document) && (
            <div className={classes.acts}>
              <Part>
                <DocumentActs document={document} />
              </Part>
            </div>
          )}
          {document.thumbnail && (
            <img
              src={document.thumbnail}
              srcSet={document.thumbnail_srcset ?? undefined}
              sizes="(max-width: 48em) 100vw, 45rem"
              {...THUMBNAIL}
              alt=""
              className={classes.picture}
            />
          )}
          <div ref={content} className={classes.content}>
            {document.content.trim() === '' ? (
              <p className={classes.empty}>{messages.doc.empty}</p>
            ) : (
              <Markdown text={document.content} />
            )}
          </div>
        </article>
        <Discussion kind="document" content={document} />
      </div>
      <TableOfContents content={content} text={document.content} />
    </div>
  );
}
