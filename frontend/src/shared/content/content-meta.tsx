import { type Icon, IconBookmark, IconEye, IconThumbUp } from '@tabler/icons-react';
import type { ContentStatus } from '../../api/generated/model/contentStatus';
import type { Difficulty } from '../../api/generated/model/difficulty';
import { abbreviate } from '../../lib/format';
import { messages } from '../../messages/en';
import { Badge, type Tone } from '../../ui/badge';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { DIFFICULTIES } from './enums';
import classes from './content-meta.module.css';

interface CountsProps {
  content: { view_count: number; like_count: number; bookmark_count?: number };
}

function Count({ icon: Icon, value, label }: { icon: Icon; value: number; label: (count: string) => string }) {
  const short = abbreviate(value);
  return (
    <span className={classes.count} title={label(short)}>
      <Icon size={15} stroke={1.75} aria-hidden="true" />
      <span aria-hidden="true">{short}</span>
      <VisuallyHidden>{label(short)}</VisuallyHidden>
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
