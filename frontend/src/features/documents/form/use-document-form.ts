import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { createSlug } from '../../../lib/slug';
import { writing } from '../../../messages/en-writing';
import type { DocumentValues } from './form-values';

const text = writing.form;

/**
 * The fields of a document. The slug follows the title until the user edits it, or if the document already has one.
 * `initialValues` are the values of a restored draft; `stored` remains the baseline of the dirty check.
 */
export function useDocumentForm(stored: DocumentValues, initialValues: DocumentValues = stored) {
  const [slugIsOwn, setSlugIsOwn] = useState(
    () => stored.slug !== '' || (initialValues.slug !== '' && initialValues.slug !== createSlug(initialValues.title)),
  );
  const form = useForm<DocumentValues>({
    initialValues,
    validate: {
      title: (value) => (value.trim() === '' ? text.titleRequired : null),
      content: (value) => (value.trim() === '' ? text.contentRequired : null),
    },
  });
  const resetToStored = useEffectEvent(() => {
    form.resetDirty(stored);
  });
  useEffect(() => {
    resetToStored();
  }, []);

  const changeTitle = (title: string) => {
    form.setFieldValue('title', title);
    if (!slugIsOwn) form.setFieldValue('slug', createSlug(title));
  };
  const changeSlug = (slug: string) => {
    // An emptied slug follows the title again, unless the document already has a public address.
    setSlugIsOwn(slug !== '' || stored.slug !== '');
    form.setFieldValue('slug', slug);
  };
  /** Replaces all values; `measure` becomes the baseline of the dirty check. */
  const replace = (values: DocumentValues, measure = values) => {
    form.setValues(values);
    form.resetDirty(measure);
  };
  /** Makes the sent values the new baseline. Input typed during the request stays and counts as unsaved. */
  const applySaved = (sent: DocumentValues, saved: DocumentResponse) => {
    const now = form.getValues();
    // For a pending edit the response contains the published slug, not the requested one.
    const slug = sent.slug !== '' && saved.pending_revision ? sent.slug : saved.slug;
    const base = { ...sent, slug, note: '' };
    setSlugIsOwn(true);
    form.setValues({
      slug: now.slug === sent.slug ? slug : now.slug,
      note: now.note === sent.note ? '' : now.note,
    });
    form.clearErrors();
    form.resetDirty(base);
  };
  return { form, changeTitle, changeSlug, replace, applySaved };
}

export type DocumentFormState = ReturnType<typeof useDocumentForm>;
