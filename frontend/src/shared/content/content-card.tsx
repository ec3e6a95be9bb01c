import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import { THUMBNAIL_SIZE } from '../../lib/images';
import { formatDuration } from '../../lib/time';
import { messages } from '../../messages/common';
import { Badge } from '../../ui/badge';
import { LazyBoundary } from '../../ui/lazy';
import { VisuallyHidden } from '../../ui/visually-hidden';
import stretched from '../../ui/styles/stretched-link.module.css';
import { ContentLink, UserLink } from '../links';
import { useSession } from '../session/session';
import { type CardContent, getContentKind, getVideoFacts } from './content-kind';
import { Counts, DifficultyIndicator, LatestDate, StatusBadge, VisibilityMark } from './content-meta';
import { getShownStatus, isUsualStatus } from './enums';
import { Placeholder } from './placeholder';
import classes from './content-card.module.css';

const MAX_TAGS = 4;

/** The first four tags, each linked to the items of the kind with that tag. */
function Tags({ content }: { content: CardContent }) {
  const { tags } = content;
  const listPath = getContentKind(content) === 'video' ? '/videos' : '/docs';
  if (tags.length === 0) return null;
  const hidden = tags.length - MAX_TAGS;
  return (
    <ul className={classes.tags}>
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <li key={tag}>
          <Link to={listPath} search={{ tag }} preload={false} className={classes.tag}>
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

const STAFF_PERMISSIONS = ['content.edit_any', 'content.publish'];

/** The status. Readers see it only where it is unusual: all that they find is published. */
export function CardStatus({ content }: { content: CardContent }) {
  const { user } = useSession();
  const status = getShownStatus(content);
  const isShown =
    !isUsualStatus(status) ||
    (user !== null &&
      (user.id === content.author_id || STAFF_PERMISSIONS.some((name) => user.permissions.includes(name))));
  return isShown && <StatusBadge status={status} />;
}

// Loaded on demand, because readers do not need it.
const CardActions = lazy(() => import('./card-actions'));

/** Rendered image widths: a grid has one to four columns. */
const SIZES = '(max-width: 40em) 100vw, (max-width: 62em) 50vw, 24rem';

function CardImage({ content, isFirst }: { content: CardContent; isFirst: boolean }) {
  if (!content.thumbnail || content.thumbnail_placement === 'NONE')
    return <Placeholder title={content.title} category={content.category} />;
  return (
    <img
      src={content.thumbnail}
      srcSet={content.thumbnail_srcset ?? undefined}
      sizes={SIZES}
      {...THUMBNAIL_SIZE}
      alt=""
      // The first one is often the largest thing on the screen, and is not waited for until the layout is known.
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      className={classes.image}
    />
  );
}

/** On the image, like a stamp. */
function Duration({ seconds }: { seconds: number }) {
  const time = formatDuration(seconds);
  return (
    <span className={classes.duration}>
      <span aria-hidden="true">{time}</span>
      <VisuallyHidden>{messages.video.duration(time)}</VisuallyHidden>
    </span>
  );
}

function getVideoText({ sourceType, chapterCount }: NonNullable<ReturnType<typeof getVideoFacts>>): string {
  const source = messages.sourceTypes[sourceType];
  return chapterCount > 0 ? `${source} · ${messages.video.chapters(chapterCount)}` : source;
}

interface ContentCardProps {
  content: CardContent;
  /** Replaces the author's actions. */
  action?: ReactNode;
  /** Replaces the date of the last change. */
  footnote?: ReactNode;
  /** Dims a card that is being removed. */
  isFaded?: boolean;
  /** The first of a page that begins with cards. */
  isFirst?: boolean;
}

/** The whole card is a link; other links and buttons are above it. */
export function ContentCard({ content, action, footnote, isFaded = false, isFirst = false }: ContentCardProps) {
  const video = getVideoFacts(content);
  return (
    <article className={classes.card} data-faded={isFaded || undefined}>
      <div className={classes.media}>
        <CardImage content={content} isFirst={isFirst} />
        {video?.duration != null && <Duration seconds={video.duration} />}
      </div>
      <div className={classes.body}>
        <div className={classes.meta}>
          <CardStatus content={content} />
          {content.is_hidden && <Badge tone="amber">{messages.common.hidden}</Badge>}
          <span className={classes.category}>{content.category?.title ?? messages.docs.noCategory}</span>
          <VisibilityMark visibility={content.visibility} category={content.category} />
          {video && <span className={classes.videoFacts}>{getVideoText(video)}</span>}
        </div>
        <h3 dir="auto" className={classes.title}>
          <ContentLink content={content} className={stretched.link} />
        </h3>
        {content.summary && (
          <p dir="auto" className={classes.summary}>
            {content.summary}
          </p>
        )}
        <Tags content={content} />
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
          <CardActions item={content} kind={getContentKind(content)} />
        </LazyBoundary>
      )}
    </article>
  );
}
