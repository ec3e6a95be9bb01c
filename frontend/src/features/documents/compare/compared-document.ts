import type { DocumentResponse } from '../../../api/generated/model/documentResponse';

/** What a save writes, whether it comes from a document, a revision or the form. */
export type ComparedDocument = Pick<
  DocumentResponse,
  'title' | 'slug' | 'content' | 'difficulty' | 'visibility' | 'tags'
> & {
  /** None is '' in the form and null in answers. */
  category_id: string | null;
  summary: string | null;
  meta_title: string | null;
  meta_description: string | null;
};
