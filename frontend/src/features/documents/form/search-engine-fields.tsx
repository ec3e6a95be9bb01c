import { Textarea, TextInput } from '@mantine/core';
import { writing } from '../../../messages/en-writing';
import classes from './document-form.module.css';
import type { DocumentFormState } from './use-document-form';

const text = writing.form;

/** What search engines and link previews show; most documents need nothing here, so it is folded away. */
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
