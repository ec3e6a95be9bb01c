import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { DocumentSummaryResponse } from '../../api/generated/model/documentSummaryResponse';
import { formatDate } from '../../lib/format';
import { THUMBNAIL } from '../../lib/pictures';
import { messages } from '../../messages/en';
import { Counts } from './counts';
import { DifficultyMark } from './difficulty-mark';
import classes from './document-card.module.css';
import { documentParam } from './document-link';
import { Placeholder } from './placeholder';
import { StatusBadge } from './status-badge';
import { Tags } from './tags';

// Readers do not load what only authors use.
const CardActs = lazy(() => import('./card-acts'));

/** How wide the picture is drawn: a grid has one to four columns, a row's picture is always small. */
const SIZES = { grid: '(max-width: 40em) 100vw, (max-width: 62em) 50vw, 24rem', list: '11rem' };

type Layout = 'grid' | 'list';

function Picture({ document, layout }: { document: DocumentSummaryResponse; layout: Layout }) {
  if (!document.thumbnail) return <Placeholder title={document.title} category={document.category} />;
  return (
    <img
      src={document.thumbnail}
      srcSet={document.thumbnail_srcset ?? undefined}
      sizes={SIZES[layout]}
      {...THUMBNAIL}
      alt=""
      loading="lazy"
      className={classes.image}
    />
  );
}

function LastChange({ document }: { document: DocumentSummaryResponse }) {
  const [iso, say] = document.updated_at
    ? [document.updated_at, messages.docs.updated]
    : [document.created_at, messages.docs.created];
  return (
    <time dateTime={iso} title={say(formatDate(iso))}>
      {formatDate(iso)}
    </time>
  );
}

/** The whole card is the link; what else can be done are links and buttons above it. */
export function DocumentCard({ document, layout = 'grid' }: { document: DocumentSummaryResponse; layout?: Layout }) {
  return (
    <article className={classes.card} data-layout={layout}>
      <div className={classes.picture}>
        <Picture document={document} layout={layout} />
      </div>
      <div className={classes.body}>
        <div className={classes.meta}>
          <StatusBadge status={document.status} />
          <span className={classes.category}>{document.category?.title ?? messages.docs.noCategory}</span>
        </div>
        <h3 className={classes.title}>
          <Link to="/docs/$id" params={{ id: documentParam(document) }} className={classes.link}>
            {document.title}
          </Link>
        </h3>
        {document.summary && <p className={classes.summary}>{document.summary}</p>}
        <Tags tags={document.tags} layout={layout} />
        <div className={classes.foot}>
          <DifficultyMark difficulty={document.difficulty} />
          <Counts content={document} />
          <LastChange document={document} />
        </div>
      </div>
      {document.abilities?.edit && (
        <Suspense>
          <CardActs document={document} />
        </Suspense>
      )}
    </article>
  );
}
