import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { slugFromTitle } from '../../../lib/slug';
import { writing } from '../../../messages/en-writing';
import type { DocumentValues } from './form-values';

const text = writing.form;

/**
 * The fields of a document. The slug follows the title until somebody edits it, or if the document already has one.
 * `typed` is what an earlier visit left unsaved: it stands in the fields, and what is stored stays the measure of change.
 */
export function useDocumentForm(stored: DocumentValues, typed: DocumentValues = stored) {
  const [slugIsOwn, setSlugIsOwn] = useState(() => typed.slug !== '' && typed.slug !== slugFromTitle(typed.title));
  const form = useForm<DocumentValues>({
    initialValues: typed,
    validate: {
      title: (value) => (value.trim() === '' ? text.titleRequired : null),
      content: (value) => (value.trim() === '' ? text.contentRequired : null),
    },
  });
  const measureByStored = useEffectEvent(() => {
    form.resetDirty(stored);
  });
  useEffect(() => {
    measureByStored();
  }, []);

  const changeTitle = (title: string) => {
    form.setFieldValue('title', title);
    if (!slugIsOwn && stored.slug === '') form.setFieldValue('slug', slugFromTitle(title));
  };
  const changeSlug = (slug: string) => {
    // Emptied, it follows the title again.
    setSlugIsOwn(slug !== '');
    form.setFieldValue('slug', slug);
  };
  /** Puts a stored state into the fields. */
  const replace = (values: DocumentValues) => {
    form.setValues(values);
    form.resetDirty(values);
  };
  return { form, changeTitle, changeSlug, replace };
}

export type DocumentFormState = ReturnType<typeof useDocumentForm>;
