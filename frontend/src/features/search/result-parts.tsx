import { type Icon, IconFileText, IconMessage, IconMessages, IconUser, IconVideo } from '@tabler/icons-react';
import type { SearchType } from '../../api/generated/model/searchType';
import type { TextPart } from '../../lib/highlight-words';
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
  return parts.map(({ text, match }, index) =>
    match ? (
      <mark key={index} className={classes.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
