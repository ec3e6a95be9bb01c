import { useForm } from '@mantine/form';
import { useState } from 'react';
import { slugFromTitle } from '../../../lib/slug';
import { messages } from '../../../messages/en';
import type { DocumentValues } from './form-values';

const text = messages.form;

/** The fields of a document. The slug follows the title until somebody edits it, or if the document already has one. */
export function useDocumentForm(initialValues: DocumentValues) {
  const [slugIsOwn, setSlugIsOwn] = useState(initialValues.slug !== '');
  const form = useForm<DocumentValues>({
    initialValues,
    validate: {
      title: (value) => (value.trim() === '' ? text.titleRequired : null),
      content: (value) => (value.trim() === '' ? text.contentRequired : null),
    },
  });

  const changeTitle = (title: string) => {
    form.setFieldValue('title', title);
    if (!slugIsOwn) form.setFieldValue('slug', slugFromTitle(title));
  };
  const changeSlug = (slug: string) => {
    // Emptied, it follows the title again.
    setSlugIsOwn(slug !== '');
    form.setFieldValue('slug', slug);
  };
  return { form, changeTitle, changeSlug };
}

export type DocumentFormState = ReturnType<typeof useDocumentForm>;
