import { formatDate } from '@hub/shared/formats';
import type { DocumentTemplateResponse } from '../../../api/generated/model/documentTemplateResponse';
import { type DocumentValues, emptyValues } from './document-values';

/** What templates may contain, as the screens name it. */
export const PLACEHOLDERS = ['date', 'author', 'title'].map((name) => `{{${name}}}`).join(', ');

/** Others than the given placeholders stay as they are. */
export const fillPlaceholders = (text: string, values: Partial<Record<string, string>>): string =>
  text.replace(/\{\{ *(date|author|title) *\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);

interface NewDocument {
  /** The suggested title; '' takes that of the template. */
  title: string;
  categoryId: string;
  author: string;
  now: Date;
}

/** The values that a document begins with. The title in its text is that of this moment: it does not change later. */
export function fillTemplate(
  template: DocumentTemplateResponse,
  { title: suggested, categoryId, author, now }: NewDocument,
): DocumentValues {
  const values = { date: formatDate(now.toISOString()), author };
  const title = suggested || fillPlaceholders(template.title, values);
  const { tags, difficulty, visibility } = template;
  const content = fillPlaceholders(template.content, { ...values, title });
  return { ...emptyValues, title, content, category_id: categoryId, tags, difficulty, visibility };
}
