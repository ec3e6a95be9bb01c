import { lazy, type ReactNode } from 'react';
import type { ContentSummaryResponse } from '../../api/generated/model/contentSummaryResponse';
import type { DocumentSummaryResponse } from '../../api/generated/model/documentSummaryResponse';
import { formatDate } from '../../lib/format';
import { THUMBNAIL } from '../../lib/pictures';
import { messages } from '../../messages/en';
import { Part } from '../../ui/part';
import classes from './content-card.module.css';
import { ContentLink } from './content-link';
import { Counts } from './counts';
import { DifficultyMark } from './difficulty-mark';
import { Placeholder } from './placeholder';
import { StatusBadge } from './status-badge';
import { Tags } from './tags';

// Readers do not load what only authors use.
const CardActs = lazy(() => import('./card-acts'));

/** How wide the picture is drawn: a grid has one to four columns, a row's picture is always small. */
const SIZES = { grid: '(max-width: 40em) 100vw, (max-width: 62em) 50vw, 24rem', list: '11rem' };

type Layout = 'grid' | 'list';
/** Lists of one kind do not say which. */
export type CardContent = DocumentSummaryResponse | ContentSummaryResponse;

function Picture({ content, layout }: { content: CardContent; layout: Layout }) {
  if (!content.thumbnail) return <Placeholder title={content.title} category={content.category} />;
  return (
    <img
      src={content.thumbnail}
      srcSet={content.thumbnail_srcset ?? undefined}
      sizes={SIZES[layout]}
      {...THUMBNAIL}
      alt=""
      loading="lazy"
      className={classes.image}
    />
  );
}

function LastChange({ content }: { content: CardContent }) {
  const [iso, say] = content.updated_at
    ? [content.updated_at, messages.docs.updated]
    : [content.created_at, messages.docs.created];
  return (
    <time dateTime={iso} title={say(formatDate(iso))}>
      {formatDate(iso)}
    </time>
  );
}

interface ContentCardProps {
  content: CardContent;
  layout?: Layout;
  /** Stands in the place of what authors may do. */
  act?: ReactNode;
  /** Stands in the place of the last change. */
  note?: ReactNode;
  /** Shown as something that goes. */
  isFaded?: boolean;
}

/** The whole card is the link; what else can be done are links and buttons above it. */
export function ContentCard({ content, layout = 'grid', act, note, isFaded = false }: ContentCardProps) {
  return (
    <article className={classes.card} data-layout={layout} data-faded={isFaded || undefined}>
      <div className={classes.picture}>
        <Picture content={content} layout={layout} />
      </div>
      <div className={classes.body}>
        <div className={classes.meta}>
          <StatusBadge status={content.status} />
          <span className={classes.category}>{content.category?.title ?? messages.docs.noCategory}</span>
        </div>
        <h3 className={classes.title}>
          <ContentLink content={content} className={classes.link} />
        </h3>
        {content.summary && <p className={classes.summary}>{content.summary}</p>}
        <Tags tags={content.tags} layout={layout} />
        <div className={classes.foot}>
          <DifficultyMark difficulty={content.difficulty} />
          <Counts content={content} />
          {note ?? <LastChange content={content} />}
        </div>
      </div>
      {act && <div className={classes.acts}>{act}</div>}
      {!act && !('type' in content) && content.abilities?.edit && (
        <Part>
          <CardActs document={content} />
        </Part>
      )}
    </article>
  );
}
