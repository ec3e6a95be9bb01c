import type { ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { messages } from '../../../messages/en';
import { comparison as text } from '../../../messages/en-review';
import { writing } from '../../../messages/en-writing';
import { categoriesQuery } from '../../../shared/categories/queries';
import { TextDiff } from './text-diff';
import classes from './compare.module.css';

/** The fields a save writes, taken from a document, a revision or the form. */
export type ComparedDocument = Pick<
  DocumentResponse,
  'title' | 'slug' | 'content' | 'difficulty' | 'visibility' | 'tags' | 'thumbnail_placement'
> & {
  /** The form uses '' for no category, responses use null. */
  category_id: string | null;
  summary: string | null;
  meta_title: string | null;
  meta_description: string | null;
};

interface DocumentDiffProps {
  before: ComparedDocument;
  after: ComparedDocument;
  beforeLabel: ReactNode;
  afterLabel: string;
}

/** The short fields as display text, in the order of the form. */
function useComparedFields() {
  const { data: categories } = useSuspenseQuery(categoriesQuery);
  return (document: ComparedDocument): [string, string][] => [
    [writing.form.title, document.title],
    [writing.form.slug, document.slug],
    [writing.form.category, categories.find(({ id }) => id === document.category_id)?.title ?? writing.form.noCategory],
    [writing.form.difficulty, messages.difficulty[document.difficulty]],
    [writing.form.visibility, messages.visibility[document.visibility]],
    [writing.form.summary, document.summary ?? ''],
    [writing.form.tags, document.tags.join(', ')],
    [writing.thumbnail.placement, writing.thumbnail.placements[document.thumbnail_placement]],
    [writing.form.metaTitle, document.meta_title ?? ''],
    [writing.form.metaDescription, document.meta_description ?? ''],
  ];
}

/** All differences between two states of a document. */
export default function DocumentDiff({ before, after, beforeLabel, afterLabel }: DocumentDiffProps) {
  const factsOf = useComparedFields();
  const afterFacts = factsOf(after);
  const changed = factsOf(before).flatMap(([label, value], index) => {
    const other = afterFacts[index]?.[1] ?? '';
    return value === other ? [] : [{ label, value, other }];
  });
  const textChanged = before.content !== after.content;
  if (changed.length === 0 && !textChanged) return <p className={classes.same}>{text.same}</p>;
  return (
    <div className={classes.parts}>
      {changed.map(({ label, value, other }) => (
        <section key={label}>
          <h3 className={classes.part}>{label}</h3>
          <TextDiff label={label} before={value} after={other} beforeLabel={beforeLabel} afterLabel={afterLabel} />
        </section>
      ))}
      {textChanged && (
        <section>
          <h3 className={classes.part}>{writing.form.content}</h3>
          <TextDiff
            label={writing.form.content}
            before={before.content}
            after={after.content}
            beforeLabel={beforeLabel}
            afterLabel={afterLabel}
          />
        </section>
      )}
    </div>
  );
}
