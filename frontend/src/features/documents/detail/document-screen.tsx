import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { usePageTitle } from '../../../lib/use-page-title';
import { messages } from '../../../messages/en';
import { Markdown } from '../../../shared/markdown/markdown';
import { documentQuery } from '../queries';
import { DocumentMeta } from './document-meta';
import classes from './document-screen.module.css';
import { TableOfContents } from './table-of-contents';

// Readers, who are most people here, do not load what only authors use.
const DocumentActs = lazy(() => import('./document-acts'));

function mayDoAnything({ abilities }: DocumentResponse): boolean {
  return Object.values(abilities ?? {}).some(Boolean);
}

export function DocumentScreen({ id }: { id: string }) {
  const { data: document } = useSuspenseQuery(documentQuery(id));
  const content = useRef<HTMLDivElement>(null);
  usePageTitle(document.title);

  return (
    <div className={classes.layout}>
      <article className={classes.article}>
        <DocumentMeta document={document} />
        <h1 tabIndex={-1} className={classes.title}>
          {document.title}
        </h1>
        {document.summary && <p className={classes.summary}>{document.summary}</p>}
        {mayDoAnything(document) && (
          <div className={classes.acts}>
            <Suspense>
              <DocumentActs document={document} />
            </Suspense>
          </div>
        )}
        <div ref={content} className={classes.content}>
          {document.content.trim() === '' ? (
            <p className={classes.empty}>{messages.doc.empty}</p>
          ) : (
            <Markdown text={document.content} />
          )}
        </div>
      </article>
      <TableOfContents content={content} text={document.content} />
    </div>
  );
}
