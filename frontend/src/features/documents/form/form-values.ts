import type { CreateDocumentRequest } from '../../../api/generated/model/createDocumentRequest';
import type { UpdateDocumentRequest } from '../../../api/generated/model/updateDocumentRequest';
import type { Difficulty } from '../../../api/generated/model/difficulty';
import type { Visibility } from '../../../api/generated/model/visibility';
import type { ComparedDocument } from '../compare/compared-document';

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
  meta_title: string;
  meta_description: string;
  /** What was changed and why, for the revisions. */
  note: string;
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
  meta_title: '',
  meta_description: '',
  note: '',
};

export function valuesOf(document: ComparedDocument): DocumentValues {
  const { title, slug, content, summary, category_id, difficulty, visibility, tags } = document;
  return {
    title,
    slug,
    content,
    difficulty,
    visibility,
    tags,
    note: '',
    summary: summary ?? '',
    category_id: category_id ?? '',
    meta_title: document.meta_title ?? '',
    meta_description: document.meta_description ?? '',
  };
}

export function comparable(values: DocumentValues): ComparedDocument {
  return { ...values, category_id: values.category_id || null };
}

export type SaveRequest = CreateDocumentRequest & UpdateDocumentRequest;

export function requestOf({ note, ...values }: DocumentValues): SaveRequest {
  return {
    ...values,
    // An empty slug is left to the server, which derives it by the same rule and makes it unique.
    slug: values.slug || undefined,
    category_id: values.category_id || null,
    note: note.trim() || undefined,
  };
}

/** The same for a request that carries a file: every field is text, none is ''. */
export function formDataOf(request: SaveRequest, thumbnail: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(request)) {
    if (Array.isArray(value)) form.set(name, JSON.stringify(value));
    else if (value !== undefined) form.set(name, String(value ?? ''));
  }
  form.set('thumbnail', thumbnail);
  return form;
}
