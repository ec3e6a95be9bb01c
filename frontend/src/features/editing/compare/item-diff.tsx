import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { normalizeLineEnds } from '@hub/shared/line-ends';
import { messages } from '../../../messages/common';
import { compare as text } from '../../../messages/compare';
import { writing } from '../../../messages/writing';
import { categoriesQuery } from '../../../shared/categories/queries';
import TextCompare, { type ChangeDecisions } from '../../../shared/text-compare/text-compare';
import type { TextRange } from '../../../shared/text-compare/compare-view';
import type { ItemDetails } from '../details-values';
import classes from './compare.module.css';
import { type ComparedField, FieldDiff } from './field-diff';

/** Lets the user decide about each difference. */
export interface ItemDecisions extends Omit<ChangeDecisions, 'onChange'> {
  onTextChange: (name: string, result: string) => void;
  /** Without it only changes of texts are decided on. */
  onFieldChoose?: (name: string, takesBefore: boolean) => void;
  /** Where both authors have changed a text. */
  contested?: Readonly<Partial<Record<string, readonly TextRange[]>>>;
}

interface ItemDiffProps {
  before: ItemDetails;
  after: ItemDetails;
  /** The fields of the kind, which are shown last. */
  fields: readonly ComparedField[];
  beforeLabel: ReactNode;
  afterLabel: string;
  decisions?: ItemDecisions | undefined;
}

/** The common fields as display text, in the order of the form. */
function useDetailsTexts() {
  const { data: categories } = useSuspenseQuery(categoriesQuery);
  return (item: ItemDetails): [name: keyof ItemDetails, label: string, value: string][] => [
    ['title', writing.form.title, item.title],
    ['slug', writing.form.slug, item.slug],
    [
      'category_id',
      writing.form.category,
      categories.find(({ id }) => id === item.category_id)?.title ?? writing.form.noCategory,
    ],
    ['difficulty', writing.form.difficulty, messages.difficulty[item.difficulty]],
    ['visibility', writing.form.visibility, messages.visibility[item.visibility]],
    ['summary', writing.form.summary, item.summary ?? ''],
    ['tags', writing.form.tags, item.tags.join(', ')],
    ['thumbnail_placement', writing.thumbnail.placement, writing.thumbnail.placements[item.thumbnail_placement]],
    ['meta_title', writing.form.metaTitle, item.meta_title ?? ''],
    ['meta_description', writing.form.metaDescription, item.meta_description ?? ''],
  ];
}

/** All differences between two states of an item. */
export function ItemDiff({ before, after, fields, beforeLabel, afterLabel, decisions }: ItemDiffProps) {
  const toTexts = useDetailsTexts();
  const afterTexts = toTexts(after);
  const details = toTexts(before).map(([name, label, value], index): ComparedField => ({
    name,
    label,
    before: value,
    after: afterTexts[index]?.[2] ?? '',
  }));
  const changed = [...details, ...fields].filter(
    (one) => normalizeLineEnds(one.before) !== normalizeLineEnds(one.after),
  );
  if (changed.length === 0) return <p className={classes.same}>{text.same}</p>;
  return (
    <div className={classes.parts}>
      {changed.map((field) => {
        const { name, label, isText } = field;
        const labels = { beforeLabel, afterLabel };
        if (!isText) {
          const choose = decisions?.onFieldChoose;
          return (
            <FieldDiff
              key={name}
              {...field}
              {...labels}
              onChoose={
                choose &&
                ((takesBefore) => {
                  choose(name, takesBefore);
                })
              }
            />
          );
        }
        return (
          <section key={name} aria-label={label}>
            <h3 className={classes.part}>{label}</h3>
            <TextCompare
              {...field}
              {...labels}
              contested={decisions?.contested?.[name]}
              decisions={
                decisions && {
                  ...decisions,
                  onChange: (result) => {
                    decisions.onTextChange(name, result);
                  },
                }
              }
            />
          </section>
        );
      })}
    </div>
  );
}
