import { type ReactNode, useState } from 'react';
import { forumWriting } from '../../messages/en-forum-writing';
import { TagsField } from '../../ui/tags-field';

const text = forumWriting.newThread;
const MAX_TAGS = 5;
const MAX_TAG_LENGTH = 40;

export const checkTags = (tags: readonly string[]): string | null => {
  if (tags.length > MAX_TAGS) return text.tooManyTags;
  return tags.some((tag) => tag.length > MAX_TAG_LENGTH) ? text.tagTooLong : null;
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
