import { IconSearch } from '@tabler/icons-react';
import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { forum } from '../../../messages/forum';
import classes from './community.module.css';

const text = forum.community;

/** The results are on the search screen. */
export function ThreadSearch() {
  const navigate = useNavigate();
  return (
    <form
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        const q = new FormData(event.currentTarget).get('q');
        if (typeof q === 'string' && q.trim())
          void navigate({ to: '/search', search: { q: q.trim(), type: 'community' } });
      }}
    >
      <TextInput
        name="q"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={text.search}
        placeholder={text.searchPlaceholder}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
      />
    </form>
  );
}
