import type { CreateDocumentRequest } from '../../../api/generated/model/createDocumentRequest';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { Difficulty } from '../../../api/generated/model/difficulty';
import type { Visibility } from '../../../api/generated/model/visibility';

/** Named as the server names them, so that its field errors find their place. */
export interface DocumentValues extends Record<string, unknown> {
  title: string;
  slug: string;
  content: string;
  summary: string;
  /** '' is none. */
  category_id: string;
  difficulty: Difficulty;
  visibility: Visibility;
  tags: string[];
}

export const emptyValues: DocumentValues = {
  title: '',
  slug: '',
  content: '',
  summary: '',
  category_id: '',
  difficulty: 'BEGINNER',
  visibility: 'PUBLIC',
  tags: [],
};

export function valuesOf(document: DocumentResponse): DocumentValues {
  const { title, slug, content, summary, category_id, difficulty, visibility, tags } = document;
  return { title, slug, content, summary: summary ?? '', category_id: category_id ?? '', difficulty, visibility, tags };
}

export function requestOf(values: DocumentValues): CreateDocumentRequest {
  // An empty slug is left to the server, which derives it by the same rule and makes it unique.
  return { ...values, slug: values.slug || undefined, category_id: values.category_id || null };
}
