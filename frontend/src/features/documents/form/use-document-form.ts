import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { createSlug } from '../../../lib/slug';
import { writing } from '../../../messages/en-writing';
import { checkLength } from '../../../shared/forms/use-form-submit';
import type { DocumentValues } from './form-values';

const text = writing.form;

/** The limits of the server. */
const MAX_LENGTHS = {
  title: 200,
  slug: 100,
  content: 500_000,
  summary: 500,
  meta_title: 200,
  meta_description: 500,
  note: 500,
};
const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 40;

function checkTags(tags: string[]): string | null {
  const tooLong = tags.find((tag) => tag.length > MAX_TAG_LENGTH);
  if (tooLong !== undefined) return text.tagTooLong(tooLong, MAX_TAG_LENGTH);
  return tags.length > MAX_TAGS ? text.tooManyTags(MAX_TAGS, tags.length) : null;
}

/**
 * The fields of a document. The slug follows the title until the user edits it, or if the document already has one.
 * `initialValues` are the values of a restored draft; `stored` remains the baseline of the dirty check.
 */
export function useDocumentForm(stored: DocumentValues, initialValues: DocumentValues = stored) {
  const [hasCustomSlug, setHasCustomSlug] = useState(
    () => stored.slug !== '' || (initialValues.slug !== '' && initialValues.slug !== createSlug(initialValues.title)),
  );
  const form = useForm<DocumentValues>({
    initialValues,
    validate: {
      title: (value) => (value.trim() === '' ? text.titleRequired : checkLength(value, MAX_LENGTHS.title)),
      content: (value) => (value.trim() === '' ? text.contentRequired : checkLength(value, MAX_LENGTHS.content)),
      slug: (value) => checkLength(value, MAX_LENGTHS.slug),
      summary: (value) => checkLength(value, MAX_LENGTHS.summary),
      tags: checkTags,
      meta_title: (value) => checkLength(value, MAX_LENGTHS.meta_title),
      meta_description: (value) => checkLength(value, MAX_LENGTHS.meta_description),
      note: (value) => checkLength(value, MAX_LENGTHS.note),
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
    if (!hasCustomSlug) form.setFieldValue('slug', createSlug(title));
  };
  const changeSlug = (slug: string) => {
    // An emptied slug follows the title again, unless the document already has a public address.
    setHasCustomSlug(slug !== '' || stored.slug !== '');
    form.setFieldValue('slug', slug);
  };
  /** Replaces all values; the dirty check compares with `baseline` from now on. */
  const replace = (values: DocumentValues, baseline = values) => {
    form.setValues(values);
    form.resetDirty(baseline);
  };
  /** Makes the sent values the new baseline. Input typed during the request stays and counts as unsaved. */
  const applySaved = (sent: DocumentValues, saved: DocumentResponse) => {
    const current = form.getValues();
    // For a pending edit the response contains the published slug, not the requested one.
    const slug = sent.slug !== '' && saved.pending_revision ? sent.slug : saved.slug;
    const baseline = { ...sent, slug, note: '' };
    setHasCustomSlug(true);
    form.setValues({
      slug: current.slug === sent.slug ? slug : current.slug,
      note: current.note === sent.note ? '' : current.note,
    });
    form.clearErrors();
    form.resetDirty(baseline);
  };
  return { form, changeTitle, changeSlug, replace, applySaved };
}

export type DocumentFormState = ReturnType<typeof useDocumentForm>;
