import {
  type Icon,
  IconCornerDownRight,
  IconFileText,
  IconMessage,
  IconMessages,
  IconPaperclip,
  IconUser,
  IconVideo,
} from '@tabler/icons-react';
import { ContentStatus } from '../../api/generated/model/contentStatus';
import type { SearchFileResponse } from '../../api/generated/model/searchFileResponse';
import type { SearchResultResponse } from '../../api/generated/model/searchResultResponse';
import type { SearchType } from '../../api/generated/model/searchType';
import { highlightWords, type TextPart, toExcerpt } from '../../lib/highlight-words';
import { searchTexts as text } from '../../messages/search';
import { getCategoryColor } from '../../shared/categories/category-color';
import { RestrictedMark } from '../../shared/categories/restricted-mark';
import { CategoryIcon } from '../../shared/categories/category-icon';
import {
  Counts,
  DifficultyIndicator,
  LatestDate,
  UnusualStatusBadge,
  VisibilityMark,
} from '../../shared/content/content-meta';
import { getShownStatus } from '../../shared/content/enums';
import { PathLink } from '../../shared/links';
import { SkeletonItem } from '../../ui/skeleton';
import { Time } from '../../ui/time';
import stretched from '../../ui/styles/stretched-link.module.css';
import classes from './result-item.module.css';

export const iconsByType: Record<SearchType, Icon> = {
  document: IconFileText,
  video: IconVideo,
  thread: IconMessages,
  post: IconMessage,
  user: IconUser,
};

/** Renders plain text with its matches marked; the content is never interpreted as markup. */
export function HighlightedText({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ text: part, match }, index) =>
    match ? (
      <mark key={index} className={classes.mark}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

const STATUSES = Object.values(ContentStatus);

function ResultStatus({ result: { status, published_at } }: { result: SearchResultResponse }) {
  const known = STATUSES.find((one) => one === status);
  return known ? <UnusualStatusBadge status={getShownStatus({ status: known, published_at })} /> : null;
}

function ResultFooter({ result }: { result: SearchResultResponse }) {
  const { type, difficulty, created_at } = result;
  return (
    <div className={classes.footer}>
      {difficulty && <DifficultyIndicator difficulty={difficulty} />}
      {type !== 'user' && <Counts content={result} />}
      {type === 'user' ? <Time iso={created_at}>{text.joined}</Time> : <LatestDate content={result} />}
    </div>
  );
}

interface PlaceLinkProps {
  icon: Icon;
  href: string;
  /** what is read aloud */
  label: string;
  name: string;
  /** is always shown, however long the name is */
  place?: string | undefined;
}

/** The link to the part of a result that has the matches. */
function PlaceLink({ icon: PlaceIcon, href, label, name, place }: PlaceLinkProps) {
  return (
    <PathLink href={href} className={classes.place} aria-label={label}>
      <PlaceIcon size={14} aria-hidden="true" />
      <span dir="auto" className={classes.placeName}>
        {name}
      </span>{' '}
      {place && <span className={classes.placePage}>{place}</span>}
    </PathLink>
  );
}

function FileLink({ file: { name, page, unit, url } }: { file: SearchFileResponse }) {
  const place = page === null ? undefined : text.filePlaces[unit](page);
  return (
    <PlaceLink
      icon={IconPaperclip}
      href={url}
      label={place === undefined ? text.file(name) : text.filePage({ name, place })}
      name={name}
      place={place}
    />
  );
}

/** The whole result is a link; the link to the matching section or file is above it. */
export function ResultItem({ result, words }: { result: SearchResultResponse; words: readonly string[] }) {
  const { type, title, url, category, heading, file, snippet } = result;
  const Icon = iconsByType[type];
  const isOfForum = type === 'thread' || type === 'post';
  return (
    <article className={classes.result} style={getCategoryColor(category?.color)}>
      <span className={classes.icon}>
        {category && !isOfForum ? (
          <CategoryIcon icon={category.icon} size={20} />
        ) : (
          <Icon size={20} stroke={1.5} aria-hidden="true" />
        )}
      </span>
      <div className={classes.body}>
        <div className={classes.meta}>
          <span>{text.kinds[type]}</span>
          {category && <span className={classes.category}>{category.title}</span>}
          <ResultStatus result={result} />
          {result.visibility ? (
            <VisibilityMark visibility={result.visibility} category={category} />
          ) : (
            category && <RestrictedMark category={category} />
          )}
        </div>
        <h3 dir="auto" className={classes.title}>
          <PathLink href={url} className={stretched.link}>
            <HighlightedText parts={highlightWords(title, words)} />
          </PathLink>
        </h3>
        {snippet.length > 0 && (
          <p dir="auto" className={classes.snippet}>
            <HighlightedText parts={toExcerpt(snippet)} />
          </p>
        )}
        {heading && (
          <PlaceLink
            icon={IconCornerDownRight}
            href={heading.url}
            label={text.section(heading.title)}
            name={heading.title}
          />
        )}
        {file && <FileLink file={file} />}
        <ResultFooter result={result} />
      </div>
    </article>
  );
}

/** @param index the position in the list; later titles are shorter */
export function ResultItemSkeleton({ index }: { index: number }) {
  return (
    <div className={classes.result}>
      <SkeletonItem width="2.5rem" height="2.5rem" className={classes.iconSkeleton} />
      <div className={classes.body}>
        <SkeletonItem width="9rem" height="0.75rem" />
        <SkeletonItem width={`${50 - index * 5}%`} height="1.125rem" className={classes.lineSkeleton} />
        <SkeletonItem width="90%" height="0.75rem" className={classes.lineSkeleton} />
        <SkeletonItem width="70%" height="0.75rem" className={classes.lineSkeleton} />
        <SkeletonItem width="14rem" height="0.75rem" className={classes.lastSkeleton} />
      </div>
    </div>
  );
}
