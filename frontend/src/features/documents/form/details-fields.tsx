import { Textarea, TextInput } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { messages } from '../../../messages/en';
import { writing } from '../../../messages/en-writing';
import { categoryOptions } from '../../../shared/categories/category-options';
import { categoriesQuery } from '../../../shared/categories/queries';
import { DIFFICULTIES, VISIBILITIES } from '../../../shared/content/enums';
import { useCan } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/select-field';
import classes from './document-form.module.css';
import { DocumentTags } from './document-tags';
import { SearchEngineFields } from './search-engine-fields';
import { ThumbnailField, type ThumbnailFieldProps } from './thumbnail-field';
import type { DocumentFormState } from './use-document-form';

const text = writing.form;

interface DetailsFieldsProps {
  form: DocumentFormState['form'];
  onSlugChange: (slug: string) => void;
  /** A free slug the server offers when the wanted one is taken. */
  suggestion: string | undefined;
  picture: ThumbnailFieldProps;
}

export function DetailsFields({ form, onSlugChange, suggestion, picture }: DetailsFieldsProps) {
  const { data: categories } = useSuspenseQuery(categoriesQuery);
  const maySetInternal = useCan('content.set_internal');
  // What is internal already may stay so, whoever edits it.
  const visibilities = VISIBILITIES.filter(
    (visibility) => visibility !== 'INTERNAL' || maySetInternal || form.values.visibility === 'INTERNAL',
  );
  return (
    <section aria-label={text.details} className={classes.details}>
      <SelectField
        label={text.category}
        data={[{ value: '', label: text.noCategory }, ...categoryOptions(categories)]}
        {...form.getInputProps('category_id')}
      />
      <SelectField
        label={text.difficulty}
        data={DIFFICULTIES.map((value) => ({ value, label: messages.difficulty[value] }))}
        {...form.getInputProps('difficulty')}
      />
      <SelectField
        label={text.visibility}
        data={visibilities.map((value) => ({ value, label: messages.visibility[value] }))}
        {...form.getInputProps('visibility')}
      />
      <Textarea label={text.summary} description={text.summaryHint} rows={3} {...form.getInputProps('summary')} />
      <DocumentTags
        error={form.errors['tags']}
        value={form.values.tags}
        onChange={(tags) => {
          form.setFieldValue('tags', tags);
        }}
      />
      <ThumbnailField {...picture} />
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
            look="default"
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
