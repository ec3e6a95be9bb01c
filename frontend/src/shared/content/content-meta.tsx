import { type Icon, IconBookmark, IconEye, IconLock, IconThumbUp, IconUsers, IconWorld } from '@tabler/icons-react';
import type { ContentStatus } from '../../api/generated/model/contentStatus';
import type { Difficulty } from '../../api/generated/model/difficulty';
import type { ItemSort } from '../../api/generated/model/itemSort';
import type { Visibility } from '../../api/generated/model/visibility';
import { abbreviate } from '../../lib/message-format';
import { messages } from '../../messages/common';
import { RestrictedMark, type RestrictedMarkProps } from '../categories/restricted-mark';
import { Badge, type Tone } from '../../ui/badge';
import { Time } from '../../ui/time';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { DIFFICULTIES, isUsualStatus } from './enums';
import classes from './content-meta.module.css';

interface CountsProps {
  content: { view_count: number; like_count: number; bookmark_count?: number };
}

function Count({ icon: Icon, value, label }: { icon: Icon; value: number; label: (count: number) => string }) {
  return (
    <span className={classes.count} title={label(value)}>
      <Icon size={15} stroke={1.75} aria-hidden="true" />
      <span aria-hidden="true">{abbreviate(value)}</span>
      <VisuallyHidden>{label(value)}</VisuallyHidden>
    </span>
  );
}

export function Counts({ content }: CountsProps) {
  return (
    <span className={classes.counts}>
      <Count icon={IconEye} value={content.view_count} label={messages.common.views} />
      <Count icon={IconThumbUp} value={content.like_count} label={messages.common.likes} />
      {content.bookmark_count !== undefined && (
        <Count icon={IconBookmark} value={content.bookmark_count} label={messages.common.bookmarks} />
      )}
    </span>
  );
}

/** One to three dots and the label. */
export function DifficultyIndicator({ difficulty }: { difficulty: Difficulty }) {
  const level = DIFFICULTIES.indexOf(difficulty);
  return (
    <span className={classes.mark}>
      <span className={classes.dots} aria-hidden="true">
        {DIFFICULTIES.map((name, index) => (
          <span key={name} className={classes.dot} data-on={index <= level || undefined} />
        ))}
      </span>
      {messages.difficulty[difficulty]}
    </span>
  );
}

const tones: Record<ContentStatus, Tone> = {
  DRAFT: 'gray',
  IN_REVIEW: 'amber',
  PUBLISHED: 'green',
  ARCHIVED: 'slate',
  PROCESSING: 'blue',
  READY: 'green',
  ERROR: 'red',
};

export function StatusBadge({ status }: { status: ContentStatus }) {
  return <Badge tone={tones[status]}>{messages.status[status]}</Badge>;
}

/** The status, unless it is the usual one. */
export function UnusualStatusBadge({ status }: { status: ContentStatus }) {
  return isUsualStatus(status) ? null : <StatusBadge status={status} />;
}

const visibilityIcons: Record<Visibility, Icon> = { PUBLIC: IconWorld, LOGGED_IN: IconUsers, INTERNAL: IconLock };

interface VisibilityMarkProps {
  visibility: Visibility;
  /** Names its groups instead, where only some read what is in it. */
  category?: RestrictedMarkProps['category'] | null;
  /** Shows PUBLIC too, which most items are. */
  showsPublic?: boolean;
}

/** Who can read an item, as an icon and words. */
export function VisibilityMark({ visibility, category, showsPublic = false }: VisibilityMarkProps) {
  const isRestricted = category?.is_restricted ?? false;
  return (
    <>
      {isRestricted && category && <RestrictedMark category={category} />}
      {(isRestricted ? visibility === 'INTERNAL' : visibility !== 'PUBLIC' || showsPublic) && (
        <ItemVisibility visibility={visibility} />
      )}
    </>
  );
}

function ItemVisibility({ visibility }: { visibility: Visibility }) {
  const Icon = visibilityIcons[visibility];
  return (
    <span
      className={classes.visibility}
      data-visibility={visibility}
      title={messages.visibilityDescription[visibility]}
    >
      <Icon size={15} stroke={1.75} aria-hidden="true" />
      {messages.visibility[visibility]}
    </span>
  );
}

interface DatedContent {
  created_at: string;
  updated_at: string | null;
  published_at: string | null;
}

/** When an item was last changed or published, or else created. */
export function LatestDate({ content: { created_at, updated_at, published_at } }: { content: DatedContent }) {
  let [iso, label] = [created_at, messages.docs.created];
  if (published_at) [iso, label] = [published_at, messages.docs.published];
  // Changes of a draft come before its publication.
  if (updated_at && (!published_at || updated_at > published_at)) [iso, label] = [updated_at, messages.docs.updated];
  return <Time iso={iso}>{label}</Time>;
}

interface SortedDateProps {
  content: DatedContent;
  /** The order of the list that shows the date. */
  sort: ItemSort;
}

/** The date by which a list is sorted; the latest one in lists that are sorted by numbers. */
export function SortedDate({ content, sort }: SortedDateProps) {
  const { created_at, updated_at } = content;
  if (sort === 'newest' || (sort === 'updated' && updated_at === null))
    return <Time iso={created_at}>{messages.docs.created}</Time>;
  if (sort === 'updated' && updated_at !== null) return <Time iso={updated_at}>{messages.docs.updated}</Time>;
  return <LatestDate content={content} />;
}
