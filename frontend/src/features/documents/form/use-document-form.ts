import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { slugFromTitle } from '../../../lib/slug';
import { writing } from '../../../messages/en-writing';
import type { DocumentValues } from './form-values';

const text = writing.form;

/**
 * The fields of a document. The slug follows the title until somebody edits it, or if the document already has one.
 * `typed` is what an earlier visit left unsaved: it stands in the fields, and what is stored stays the measure of change.
 */
export function useDocumentForm(stored: DocumentValues, typed: DocumentValues = stored) {
  const [slugIsOwn, setSlugIsOwn] = useState(
    () => stored.slug !== '' || (typed.slug !== '' && typed.slug !== slugFromTitle(typed.title)),
  );
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
    if (!slugIsOwn) form.setFieldValue('slug', slugFromTitle(title));
  };
  const changeSlug = (slug: string) => {
    // Emptied, it follows the title again, unless it is an address people have already.
    setSlugIsOwn(slug !== '' || stored.slug !== '');
    form.setFieldValue('slug', slug);
  };
  /** Puts values into the fields, whatever stood there; what is stored is the measure of change from now on. */
  const replace = (values: DocumentValues, measure = values) => {
    form.setValues(values);
    form.resetDirty(measure);
  };
  /** The values sent are saved now. What was typed while they were on their way stays, and counts as unsaved. */
  const goOnFrom = (sent: DocumentValues, saved: DocumentResponse) => {
    const now = form.getValues();
    // Of an edit that waits the answer tells the readers' address, not the wanted one.
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
  return { form, changeTitle, changeSlug, replace, goOnFrom };
}

export type DocumentFormState = ReturnType<typeof useDocumentForm>;
