import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconFolder, IconNotebook, IconVideo } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { listTreeLevel } from '../../api/generated/categories/categories';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { listDocuments } from '../../api/generated/reading/reading';
import { listVideos } from '../../api/generated/videos/videos';
import { pageMoving as text } from '../../messages/page-moving';
import { comboboxAttributes, getNextOptionIndex, OptionList } from '../../ui/option-list';
import { PAGE_TREE_KEY } from '../content/page-queries';
import classes from './move-page.module.css';

const DEBOUNCE_MS = 150;
const MAX_OPTIONS = 8;

/** A page that another one can be moved below. */
export interface ParentPage {
  type: ContentKind;
  id: string;
  title: string;
}

/** The top level of the category. */
const root = { type: undefined, id: '', title: text.topLevel } as const;
type ParentOption = ParentPage | typeof root;

/** The pages of a category with these words in their titles; the first ones of its root level without words. */
async function findPages(categoryId: string, q: string, signal: AbortSignal): Promise<ParentPage[]> {
  if (q === '') return (await listTreeLevel(categoryId, { limit: MAX_OPTIONS }, { signal })).items;
  const params = { q, category_id: categoryId, limit: MAX_OPTIONS };
  const [documents, videos] = await Promise.all([listDocuments(params, { signal }), listVideos(params, { signal })]);
  return [
    ...documents.map((page) => ({ ...page, type: 'document' as const })),
    ...videos.map((page) => ({ ...page, type: 'video' as const })),
  ].slice(0, MAX_OPTIONS);
}

const icons = { document: IconNotebook, video: IconVideo };

interface ParentFieldProps {
  categoryId: string;
  /** The moved page, which cannot be below itself. */
  pageId: string;
  /** null: the top level */
  value: ParentPage | null;
  error?: string | undefined;
  onChange: (parent: ParentPage | null) => void;
}

/** Chooses the page that another one will be below, by its title. */
export function ParentField({ categoryId, pageId, value, error, onChange }: ParentFieldProps) {
  const id = useId();
  /** Undefined while the field shows the chosen page. */
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const words = (typed ?? '').trim();
  const [query] = useDebouncedValue(words, DEBOUNCE_MS);
  const { data = [], isFetching } = useQuery({
    queryKey: [...PAGE_TREE_KEY, categoryId, 'found', query],
    queryFn: ({ signal }) => findPages(categoryId, query, signal),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  // The list may still be that of the words before.
  const isMatch = ({ id: found, title }: ParentPage) =>
    found !== pageId && title.toLowerCase().includes(words.toLowerCase());
  const found = data.filter(isMatch);
  const options: ParentOption[] = isOpen ? [...(words === '' ? [root] : []), ...found] : [];

  const choose = (option: ParentOption) => {
    onChange(option.type === undefined ? null : option);
    setTyped(undefined);
    setActive(-1);
    setOpen(false);
  };
  const handleKey = (event: KeyboardEvent) => {
    const next = isOpen ? getNextOptionIndex(event.key, active, options.length, { from: -1 }) : undefined;
    const chosen = options[active];
    if (next !== undefined) setActive(next);
    else if (event.key === 'ArrowDown' && !isOpen) setOpen(true);
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else if (event.key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes.parent}>
      <TextInput
        id={id}
        role="combobox"
        label={text.parent}
        description={text.parentHint}
        error={error}
        aria-expanded={options.length > 0}
        {...comboboxAttributes(id, active)}
        autoComplete="off"
        value={typed ?? value?.title ?? text.topLevel}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={handleKey}
        onFocus={(event) => {
          event.currentTarget.select();
        }}
        onClick={() => {
          setOpen(true);
        }}
        onBlur={() => {
          // What is not chosen is not kept.
          setTyped(undefined);
          setActive(-1);
          setOpen(false);
        }}
      />
      <OptionList
        id={id}
        label={text.parent}
        options={options}
        getKey={(option) => option.id}
        activeIndex={active}
        onSelect={choose}
        className={classes.options}
      >
        {({ type, title }) => {
          const Icon = type ? icons[type] : IconFolder;
          return (
            <>
              <Icon size={16} aria-hidden="true" className={classes.icon} />
              <bdi>{title}</bdi>
            </>
          );
        }}
      </OptionList>
      {isOpen && !isFetching && words !== '' && words === query && found.length === 0 && (
        <p role="status" className={classes.nothing}>
          {text.nothingFound}
        </p>
      )}
    </div>
  );
}
