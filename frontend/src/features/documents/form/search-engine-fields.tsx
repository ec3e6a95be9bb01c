import { Textarea, TextInput } from '@mantine/core';
import { writing } from '../../../messages/en-writing';
import classes from './document-form.module.css';
import type { DocumentFormState } from './use-document-form';

const text = writing.form;

/** Values for search engines and link previews; collapsed, because most documents leave them empty. */
export function SearchEngineFields({ form }: Pick<DocumentFormState, 'form'>) {
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
