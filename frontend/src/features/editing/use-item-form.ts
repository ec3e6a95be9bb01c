import { useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { createSlug } from '@hub/shared/slugs';
import {
  ITEM_SLUG_MAX,
  ITEM_SUMMARY_MAX,
  ITEM_TAGS_MAX,
  ITEM_TITLE_MAX,
  META_DESCRIPTION_MAX,
  META_TITLE_MAX,
  TAG_MAX,
} from '@hub/shared/limits';
import { writing } from '../../messages/writing';
import { checkLength } from '../../shared/forms/check-length';
import type { DetailsValues } from './details-values';
import type { EditableItem, ItemKind, SaveAttempt } from './item-kind';

const text = writing.form;

function checkTags(tags: string[]): string | null {
  const tooLong = tags.find((tag) => tag.length > TAG_MAX);
  if (tooLong !== undefined) return text.tagTooLong({ tag: tooLong, limit: TAG_MAX });
  return tags.length > ITEM_TAGS_MAX ? text.tooManyTags({ limit: ITEM_TAGS_MAX, count: tags.length }) : null;
}

function checkDetails(values: DetailsValues) {
  const { title, slug, summary, tags, meta_title, meta_description } = values;
  return {
    title: title.trim() === '' ? text.titleRequired : checkLength(title, ITEM_TITLE_MAX),
    slug: checkLength(slug, ITEM_SLUG_MAX),
    summary: checkLength(summary, ITEM_SUMMARY_MAX),
    tags: checkTags(tags),
    meta_title: checkLength(meta_title, META_TITLE_MAX),
    meta_description: checkLength(meta_description, META_DESCRIPTION_MAX),
  };
}

export type ItemForm<Values extends DetailsValues = DetailsValues> = UseFormReturnType<Values>;

/** The form as that of the common fields, whose names TypeScript cannot derive from a type parameter. */
export const asDetailsForm = <Values extends DetailsValues>(form: ItemForm<Values>): ItemForm => form;

/**
 * The fields of an item. The slug follows the title until the user edits it, or if the item already has one.
 * `initialValues` are the values of a restored draft; `stored` remains the baseline of the dirty check.
 */
export function useItemForm<Values extends DetailsValues, Item extends EditableItem>(
  kind: Pick<ItemKind<Values, Item>, 'validate' | 'transientValues'>,
  stored: Values,
  initialValues: Values = stored,
) {
  const [hasCustomSlug, setHasCustomSlug] = useState(
    () => stored.slug !== '' || (initialValues.slug !== '' && initialValues.slug !== createSlug(initialValues.title)),
  );
  const form: ItemForm<Values> = useForm<Values>({
    initialValues,
    validate: (values) => ({ ...checkDetails(values), ...kind.validate(values) }),
  });
  const details = asDetailsForm(form);
  const resetToStored = useEffectEvent(() => {
    form.resetDirty(stored);
  });
  useEffect(() => {
    resetToStored();
  }, []);

  const changeTitle = (title: string) => {
    details.setFieldValue('title', title);
    if (!hasCustomSlug) details.setFieldValue('slug', createSlug(title));
  };
  const changeSlug = (slug: string) => {
    // An emptied slug follows the title again, unless the item already has a public address.
    setHasCustomSlug(slug !== '' || stored.slug !== '');
    details.setFieldValue('slug', slug);
  };
  /** Replaces all values; the dirty check compares with `baseline` from now on. */
  const replace = (values: Values, baseline = values) => {
    form.setValues(values);
    form.resetDirty(baseline);
  };
  /**
   * Makes the sent values the new baseline. Input typed during the request stays and counts as unsaved. The slug no
   * longer follows the title, unless the form has saved by itself.
   */
  const applySaved = ({ values: sent, isAutomatic = false }: SaveAttempt<Values>, saved: Item) => {
    const current = form.getValues();
    // For a pending edit the response contains the published slug, not the requested one.
    const slug = sent.slug !== '' && saved.pending_revision ? sent.slug : saved.slug;
    const baseline = { ...sent, slug, ...kind.transientValues };
    const unchangedTransient = Object.fromEntries(
      Object.entries(kind.transientValues).filter(([name]) => current[name] === sent[name]),
    );
    if (!isAutomatic) setHasCustomSlug(true);
    details.setValues({ slug: current.slug === sent.slug ? slug : current.slug, ...unchangedTransient });
    form.clearErrors();
    form.resetDirty(baseline);
  };
  return { form, changeTitle, changeSlug, replace, applySaved };
}
