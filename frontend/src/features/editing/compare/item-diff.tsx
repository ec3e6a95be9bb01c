import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { normalizeLineEnds } from '@hub/shared/line-ends';
import { messages } from '../../../messages/common';
import { comparison as text } from '../../../messages/review';
import { writing } from '../../../messages/writing';
import { categoriesQuery } from '../../../shared/categories/queries';
import type { ItemDetails } from '../details-values';
import classes from './compare.module.css';
import { TextDiff } from './text-diff';

/** A field as display text, before and after. */
interface ComparedText {
  label: string;
  before: string;
  after: string;
}

interface ItemDiffProps {
  before: ItemDetails;
  after: ItemDetails;
  /** The fields of the kind, which are shown last. */
  texts: readonly ComparedText[];
  beforeLabel: ReactNode;
  afterLabel: string;
}

/** The common fields as display text, in the order of the form. */
function useDetailsTexts() {
  const { data: categories } = useSuspenseQuery(categoriesQuery);
  return (item: ItemDetails): [string, string][] => [
    [writing.form.title, item.title],
    [writing.form.slug, item.slug],
    [writing.form.category, categories.find(({ id }) => id === item.category_id)?.title ?? writing.form.noCategory],
    [writing.form.difficulty, messages.difficulty[item.difficulty]],
    [writing.form.visibility, messages.visibility[item.visibility]],
    [writing.form.summary, item.summary ?? ''],
    [writing.form.tags, item.tags.join(', ')],
    [writing.thumbnail.placement, writing.thumbnail.placements[item.thumbnail_placement]],
    [writing.form.metaTitle, item.meta_title ?? ''],
    [writing.form.metaDescription, item.meta_description ?? ''],
  ];
}

/** All differences between two states of an item. */
export function ItemDiff({ before, after, texts, beforeLabel, afterLabel }: ItemDiffProps) {
  const toTexts = useDetailsTexts();
  const afterTexts = toTexts(after);
  const details = toTexts(before).map(([label, value], index) => ({
    label,
    before: value,
    after: afterTexts[index]?.[1] ?? '',
  }));
  const changed = [...details, ...texts].filter(
    (one) => normalizeLineEnds(one.before) !== normalizeLineEnds(one.after),
  );
  if (changed.length === 0) return <p className={classes.same}>{text.same}</p>;
  return (
    <div className={classes.parts}>
      {changed.map((one) => (
        <section key={one.label}>
          <h3 className={classes.part}>{one.label}</h3>
          <TextDiff {...one} beforeLabel={beforeLabel} afterLabel={afterLabel} />
        </section>
      ))}
    </div>
  );
}
