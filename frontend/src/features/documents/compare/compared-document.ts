import type { DocumentResponse } from '../../../api/generated/model/documentResponse';

/** The fields a save writes, taken from a document, a revision or the form. */
export type ComparedDocument = Pick<
  DocumentResponse,
  'title' | 'slug' | 'content' | 'difficulty' | 'visibility' | 'tags'
> & {
  /** The form uses '' for no category, responses use null. */
  category_id: string | null;
  summary: string | null;
  meta_title: string | null;
  meta_description: string | null;
};
