import { IconBookmark, IconEye, IconThumbUp, type Icon } from '@tabler/icons-react';
import { abbreviate } from '../../lib/format';
import { messages } from '../../messages/en';
import { VisuallyHidden } from '../../ui/visually-hidden';
import classes from './counts.module.css';

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
