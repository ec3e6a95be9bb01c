import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import type { ContentSummaryResponse } from '../../api/generated/model/contentSummaryResponse';
import type { DocumentSummaryResponse } from '../../api/generated/model/documentSummaryResponse';
import { THUMBNAIL_SIZE } from '../../lib/images';
import { messages } from '../../messages/en';
import { LazyBoundary } from '../../ui/lazy';
import stretched from '../../ui/styles/stretched-link.module.css';
import { ContentLink, UserLink } from '../links';
import { Counts, DifficultyIndicator, LatestDate, UnusualStatusBadge, VisibilityMark } from './content-meta';
import { Placeholder } from './placeholder';
import classes from './content-card.module.css';

const MAX_TAGS = 4;

/** The first four tags, each linked to the documents with that tag. */
function Tags({ tags, layout }: { tags: readonly string[]; layout: 'grid' | 'list' }) {
  if (tags.length === 0) return null;
  const hidden = tags.length - MAX_TAGS;
  return (
    <ul className={classes.tags}>
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <li key={tag}>
          <Link
            to="/docs"
            search={{ tag, view: layout === 'list' ? 'list' : undefined }}
            preload={false}
            className={classes.tag}
          >
            {tag}
          </Link>
        </li>
      ))}
      {hidden > 0 && (
        <li className={classes.more} title={tags.slice(MAX_TAGS).join(', ')}>
          {messages.docs.moreTags(hidden)}
        </li>
      )}
    </ul>
  );
}

// Loaded on demand, because readers do not need it.
const CardActions = lazy(() => import('./card-actions'));

/** Rendered image widths: a grid has one to four columns, list thumbnails are small. */
const SIZES = { grid: '(max-width: 40em) 100vw, (max-width: 62em) 50vw, 24rem', list: '11rem' };

type Layout = 'grid' | 'list';
/** The items of the list of a single kind. */
export type ListedContent = DocumentSummaryResponse;

/** Lists of a single kind have no `type`. */
export type CardContent = DocumentSummaryResponse | ContentSummaryResponse;

function CardImage({ content, layout }: { content: CardContent; layout: Layout }) {
  if (!content.thumbnail || content.thumbnail_placement === 'NONE')
    return <Placeholder title={content.title} category={content.category} />;
  return (
    <img
      src={content.thumbnail}
      srcSet={content.thumbnail_srcset ?? undefined}
      sizes={SIZES[layout]}
      {...THUMBNAIL_SIZE}
      alt=""
      loading="lazy"
      className={classes.image}
    />
  );
}

interface ContentCardProps {
  content: CardContent;
  layout?: Layout;
  /** Replaces the author's actions. */
  action?: ReactNode;
  /** Replaces the date of the last change. */
  footnote?: ReactNode;
  /** Dims a card that is being removed. */
  isFaded?: boolean;
}

/** The whole card is a link; other links and buttons are above it. */
export function ContentCard({ content, layout = 'grid', action, footnote, isFaded = false }: ContentCardProps) {
  return (
    <article className={classes.card} data-layout={layout} data-faded={isFaded || undefined}>
      <div className={classes.media}>
        <CardImage content={content} layout={layout} />
      </div>
      <div className={classes.body}>
        <div className={classes.meta}>
          <UnusualStatusBadge status={content.status} />
          <span className={classes.category}>{content.category?.title ?? messages.docs.noCategory}</span>
          <VisibilityMark visibility={content.visibility} />
        </div>
        <h3 className={classes.title}>
          <ContentLink content={content} className={stretched.link} />
        </h3>
        {content.summary && <p className={classes.summary}>{content.summary}</p>}
        <Tags tags={content.tags} layout={layout} />
        <div className={classes.byline}>
          <UserLink id={content.author_id} name={content.author_name} avatar={content.author_avatar} />
          {footnote ?? <LatestDate content={content} />}
        </div>
        <div className={classes.footer}>
          <DifficultyIndicator difficulty={content.difficulty} />
          <Counts content={content} />
        </div>
      </div>
      {action && <div className={classes.actions}>{action}</div>}
      {!action && !('type' in content) && content.abilities?.edit && (
        <LazyBoundary>
          <CardActions document={content} />
        </LazyBoundary>
      )}
    </article>
  );
}
