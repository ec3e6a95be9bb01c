import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import './styles/forms';

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (query: string) => void;
}

const DEBOUNCE_MS = 250;

/** Searches while typing, debounced. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const search = useDebouncedCallback(onSearch, DEBOUNCE_MS);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value.trim());
      }}
    />
  );
}
