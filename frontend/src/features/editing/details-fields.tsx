import { Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { getListTagsQueryKey, listTags } from '../../api/generated/documents/documents';
import { compareReadersOfMove } from '../../api/generated/categories/categories';
import { messages } from '../../messages/common';
import { writing } from '../../messages/writing';
import { ReaderChanges } from '../../shared/categories/reader-changes';
import { getWritableCategories, toCategoryOptions } from '../../shared/categories/category-tree';
import { categoriesQuery } from '../../shared/categories/queries';
import { DIFFICULTIES, THUMBNAIL_PLACEMENTS } from '../../shared/content/enums';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/fields';
import { TagsField } from '../../ui/tags-field';
import type { DetailsValues, VisibilityRule } from './details-values';
import type { EditableItem } from './item-kind';
import classes from './item-form.module.css';
import { ThumbnailField, type ThumbnailFieldProps } from './thumbnail-field';
import { asDetailsForm, type ItemForm } from './use-item-form';

const text = writing.form;
const TAGS_DEBOUNCE_MS = 150;

interface ItemTagsProps {
  value: string[];
  error?: ReactNode;
  onChange: (tags: string[]) => void;
}

/** Tags field with suggestions of tags already in use. */
function ItemTags({ value, error, onChange }: ItemTagsProps) {
  const [input, setInput] = useState('');
  const [query] = useDebouncedValue(input.trim(), TAGS_DEBOUNCE_MS);
  const params = { q: query };
  const { data = [] } = useQuery({
    queryKey: getListTagsQueryKey(params),
    queryFn: ({ signal }) => listTags(params, { signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const chosen = new Set(value.map((tag) => tag.toLowerCase()));
  const suggestions = data.map(({ name }) => name).filter((name) => !chosen.has(name.toLowerCase()));
  return (
    <TagsField
      label={text.tags}
      description={text.tagsHint}
      error={error}
      value={value}
      onChange={onChange}
      inputValue={input}
      onInputChange={setInput}
      suggestions={query === '' ? [] : suggestions}
    />
  );
}

/** Values for search engines and link previews; collapsed, because most items leave them empty. */
function SearchEngineFields({ form }: { form: ItemForm }) {
  const hasError = Boolean(form.errors['meta_title'] ?? form.errors['meta_description']);
  return (
    <details className={classes.searchEngines} open={hasError || undefined}>
      <summary>{text.searchEngines}</summary>
      <div className={classes.searchEnginesFields}>
        <TextInput label={text.metaTitle} description={text.metaTitleHint} {...form.getInputProps('meta_title')} />
        <Textarea
          label={text.metaDescription}
          description={text.metaDescriptionHint}
          rows={3}
          {...form.getInputProps('meta_description')}
        />
      </div>
    </details>
  );
}

interface DetailsFieldsProps<Values extends DetailsValues> {
  form: ItemForm<Values>;
  onSlugChange: (slug: string) => void;
  /** A free slug offered by the server when the requested one is taken. */
  suggestion: string | undefined;
  thumbnail: ThumbnailFieldProps;
  /** An item that exists: another category may change who reads it. */
  existing: Pick<EditableItem, 'id' | 'category_id'> | undefined;
  /** Whether the thumbnail can be shown above the content, too. */
  hasThumbnailPlacement: boolean;
  visibility: VisibilityRule;
  statusField?: ReactNode;
}

/** The fields that documents and videos have in common, except for the title. */
export function DetailsFields<Values extends DetailsValues>(props: DetailsFieldsProps<Values>) {
  const { onSlugChange, suggestion, thumbnail, hasThumbnailPlacement, visibility } = props;
  const hasThumbnail = Boolean(thumbnail.current ?? thumbnail.change) && thumbnail.change !== 'remove';
  const form = asDetailsForm(props.form);
  const { data: categories } = useSuspenseQuery(categoriesQuery);
  const writable = getWritableCategories(categories, form.values.category_id, props.existing?.category_id);
  return (
    <section aria-label={text.details} className={classes.details}>
      {props.statusField}
      <SelectField
        label={text.category}
        data={[{ value: '', label: text.noCategory }, ...toCategoryOptions(writable)]}
        {...form.getInputProps('category_id')}
      />
      <ReaderChanges
        request={
          props.existing && (props.existing.category_id ?? '') !== form.values.category_id
            ? { item_ids: [props.existing.id], to: form.values.category_id || null, visibility: form.values.visibility }
            : undefined
        }
        compare={compareReadersOfMove}
      />
      <SelectField
        label={text.difficulty}
        data={DIFFICULTIES.map((value) => ({ value, label: messages.difficulty[value] }))}
        {...form.getInputProps('difficulty')}
      />
      <SelectField
        label={text.visibility}
        data={visibility.options.map((value) => ({ value, label: messages.visibility[value] }))}
        disabled={visibility.isFixed}
        description={visibility.isFixed ? text.visibilityFixed : undefined}
        {...form.getInputProps('visibility')}
      />
      <Textarea label={text.summary} description={text.summaryHint} rows={3} {...form.getInputProps('summary')} />
      <ItemTags
        error={form.errors['tags']}
        value={form.values.tags}
        onChange={(tags) => {
          form.setFieldValue('tags', tags);
        }}
      />
      <ThumbnailField {...thumbnail} />
      {hasThumbnailPlacement && hasThumbnail && (
        <SelectField
          label={writing.thumbnail.placement}
          data={THUMBNAIL_PLACEMENTS.map((value) => ({ value, label: writing.thumbnail.placements[value] }))}
          {...form.getInputProps('thumbnail_placement')}
        />
      )}
      <div>
        <TextInput
          label={text.slug}
          description={text.slugHint}
          {...form.getInputProps('slug')}
          onChange={(event) => {
            onSlugChange(event.currentTarget.value);
          }}
        />
        {suggestion !== undefined && form.errors['slug'] && (
          <Button
            variant="default"
            size="sm"
            className={classes.suggestion}
            onClick={() => {
              onSlugChange(suggestion);
              form.clearFieldError('slug');
            }}
          >
            {text.slugSuggestion(suggestion)}
          </Button>
        )}
      </div>
      <SearchEngineFields form={form} />
    </section>
  );
}
