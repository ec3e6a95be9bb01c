import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { getListTagsQueryKey, listTags } from '../../../api/generated/documents/documents';
import { writing } from '../../../messages/en-writing';
import { TagsField } from '../../../ui/tags-field';

const text = writing.form;
const DEBOUNCE_MS = 150;

interface DocumentTagsProps {
  value: string[];
  error?: ReactNode;
  onChange: (tags: string[]) => void;
}

/** Tags field with suggestions of tags already in use. */
export function DocumentTags({ value, error, onChange }: DocumentTagsProps) {
  const [input, setInput] = useState('');
  const [query] = useDebouncedValue(input.trim(), DEBOUNCE_MS);
  const params = { q: query };
  const { data = [] } = useQuery({
    queryKey: getListTagsQueryKey(params),
    queryFn: ({ signal }) => listTags(params, { signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const fitting = data.map(({ name }) => name).filter((name) => !value.includes(name));
  return (
    <TagsField
      label={text.tags}
      description={text.tagsHint}
      error={error}
      value={value}
      onChange={onChange}
      inputValue={input}
      onInputChange={setInput}
      suggestions={query === '' ? [] : fitting}
    />
  );
}
