import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { getThread } from '../../../api/generated/forum/forum';
import { searchContent } from '../../../api/generated/search/search';
import { hasStatus } from '../../../api/problem';
import { forumMoving } from '../../../messages/forum-moving';
import { LoadError } from '../../../shared/errors/load-error';
import { requiredProps } from '../../../ui/styles/forms';
import classes from './moving.module.css';

const text = forumMoving.merge;
const DEBOUNCE_MS = 250;
const MAX_RESULTS = 8;
const ADDRESS = /\/community\/thread\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i;

interface ThreadOption {
  id: string;
  title: string;
  category: string;
}

/** A thread by its address; none if it does not exist. */
async function findByAddress(id: string, signal: AbortSignal): Promise<ThreadOption[]> {
  try {
    const thread = await getThread(id, { signal });
    return [{ id: thread.id, title: thread.title, category: thread.category.name }];
  } catch (error) {
    if (hasStatus(error, 404)) return [];
    throw error;
  }
}

async function findByTitle(query: string, signal: AbortSignal): Promise<ThreadOption[]> {
  const body = { query, content_type: 'thread', limit: MAX_RESULTS, unfinished: true } as const;
  const { results } = await searchContent(body, { signal });
  return results.map(({ id, title, category }) => ({ id, title, category: category?.name ?? '' }));
}

const threadsQuery = (input: string) =>
  queryOptions({
    queryKey: ['api', 'thread-picker', input],
    queryFn: ({ signal }) => {
      const id = ADDRESS.exec(input)?.[1];
      return id ? findByAddress(id, signal) : findByTitle(input, signal);
    },
    enabled: input !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

interface ThreadPickerProps {
  /** This thread cannot be chosen. */
  excludedId: string;
  /** The id of the chosen thread; empty if none is. */
  value: string;
  error?: ReactNode;
  onChange: (id: string) => void;
}

/** Finds a thread by words of its title, or by its address. */
export function ThreadPicker({ excludedId, value, error, onChange }: ThreadPickerProps) {
  const [input, setInput] = useState('');
  const [query] = useDebouncedValue(input.trim(), DEBOUNCE_MS);
  const { data, error: failure, isFetching, refetch } = useQuery(threadsQuery(query));
  const found = query === '' ? undefined : data;
  const options = found?.filter(({ id }) => id !== excludedId);
  const isItself = found?.length === 1 && options?.length === 0;
  return (
    <div className={classes.picker}>
      <TextInput
        data-autofocus
        type="search"
        label={text.field}
        autoComplete="off"
        {...requiredProps}
        value={input}
        error={error}
        onChange={(event) => {
          setInput(event.currentTarget.value);
          onChange('');
        }}
        onKeyDown={(event) => {
          // Enter would submit before a thread is chosen.
          if (event.key === 'Enter' && !value) event.preventDefault();
        }}
      />
      {failure && !isFetching ? (
        <LoadError error={failure} title={text.searchFailed} onRetry={() => void refetch()} />
      ) : (
        <fieldset className={classes.options} hidden={!options?.length}>
          <legend className={classes.legend}>{text.results}</legend>
          {options?.map(({ id, title, category }) => (
            <label key={id} className={classes.option}>
              <input
                type="radio"
                name="target"
                checked={id === value}
                onChange={() => {
                  onChange(id);
                }}
              />
              <span>
                <bdi>{title}</bdi>
                <span className={classes.optionCategory}>{category}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p role="status" className={classes.hint}>
        {query !== '' && isFetching && !options?.length && text.searching}
        {!isFetching && isItself && text.itself}
        {!isFetching && options?.length === 0 && !isItself && text.none}
      </p>
    </div>
  );
}
