import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { getListTagsQueryKey, listTags } from '../../../api/generated/documents/documents';
import { writing } from '../../../messages/en-writing';
import { TagsField } from '../../../ui/tags-field';

const text = writing.form;
const PAUSE_MS = 150;

interface DocumentTagsProps {
  value: string[];
  error?: ReactNode;
  onChange: (tags: string[]) => void;
}

/** Tags, with those others used before offered while typing. */
export function DocumentTags({ value, error, onChange }: DocumentTagsProps) {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const params = { q: asked };
  const { data = [] } = useQuery({
    queryKey: getListTagsQueryKey(params),
    queryFn: ({ signal }) => listTags(params, { signal }),
    enabled: asked !== '',
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
      typed={typed}
      onType={setTyped}
      suggestions={asked === '' ? [] : fitting}
    />
  );
}
