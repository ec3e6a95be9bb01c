import { type ReactNode, useState } from 'react';
import { TAG_MAX, THREAD_TAGS_MAX } from '@hub/shared/limits';
import { forumWriting } from '../../messages/forum-writing';
import { TagsField } from '../../ui/tags-field';

const text = forumWriting.newThread;

export const checkTags = (tags: readonly string[]): string | null => {
  if (tags.length > THREAD_TAGS_MAX) return text.tooManyTags;
  return tags.some((tag) => tag.length > TAG_MAX) ? text.tagTooLong : null;
};

interface ThreadTagsProps {
  value: string[];
  error?: ReactNode;
  onChange: (tags: string[]) => void;
}

/** The tags of a thread. */
export function ThreadTags(props: ThreadTagsProps) {
  const [typed, setTyped] = useState('');
  return (
    <TagsField
      label={text.tags}
      description={text.tagsHint}
      {...props}
      inputValue={typed}
      onInputChange={setTyped}
      suggestions={[]}
    />
  );
}
