import type { CreateDocumentRequest } from '../../../api/generated/model/createDocumentRequest';
import type { UpdateDocumentRequest } from '../../../api/generated/model/updateDocumentRequest';
import type { Difficulty } from '../../../api/generated/model/difficulty';
import type { ThumbnailPlacement } from '../../../api/generated/model/thumbnailPlacement';
import type { Visibility } from '../../../api/generated/model/visibility';
import type { ComparedDocument } from '../compare/document-diff';
import { VISIBILITIES } from '../../../shared/content/enums';

/** The visibilities the server accepts from this user for this document. */
export interface VisibilityRule {
  options: readonly Visibility[];
  /** The document is INTERNAL and the user lacks the permission to change that. */
  isFixed: boolean;
}

/** @param live the published visibility; absent for a new document */
export function getVisibilityRule(live: Visibility | undefined, canSetInternal: boolean): VisibilityRule {
  if (canSetInternal) return { options: VISIBILITIES, isFixed: false };
  if (live === 'INTERNAL') return { options: ['INTERNAL'], isFixed: true };
  return { options: VISIBILITIES.filter((visibility) => visibility !== 'INTERNAL'), isFixed: false };
}

/** Drafts and earlier versions may contain a visibility that can no longer be saved; it is replaced by the live one. */
export function withAllowedVisibility(
  values: DocumentValues,
  { options }: VisibilityRule,
  live: Visibility | undefined,
): DocumentValues {
  return options.includes(values.visibility) ? values : { ...values, visibility: live ?? 'PUBLIC' };
}

/** Field names match the API, so that the server's field errors map to the fields. */
export interface DocumentValues extends Record<string, unknown> {
  title: string;
  slug: string;
  content: string;
  summary: string;
  /** '' means no category. */
  category_id: string;
  difficulty: Difficulty;
  visibility: Visibility;
  tags: string[];
  meta_title: string;
  meta_description: string;
  thumbnail_placement: ThumbnailPlacement;
  /** The change note shown in the revisions. */
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
  thumbnail_placement: 'PAGE',
  note: '',
};

export function toFormValues(document: ComparedDocument): DocumentValues {
  const { title, slug, content, summary, category_id, difficulty, visibility, tags, thumbnail_placement } = document;
  return {
    title,
    slug,
    content,
    difficulty,
    visibility,
    tags,
    thumbnail_placement,
    note: '',
    summary: summary ?? '',
    category_id: category_id ?? '',
    meta_title: document.meta_title ?? '',
    meta_description: document.meta_description ?? '',
  };
}

export function toComparedDocument(values: DocumentValues): ComparedDocument {
  return { ...values, category_id: values.category_id || null };
}

export type SaveRequest = CreateDocumentRequest & UpdateDocumentRequest;

export function toRequest({ note, ...values }: DocumentValues): SaveRequest {
  return {
    ...values,
    // The server derives an empty slug by the same rule and makes it unique.
    slug: values.slug || undefined,
    category_id: values.category_id || null,
    note: note.trim() || undefined,
  };
}

/** The request as multipart form data, for saves with a file: every field is text, null becomes ''. */
export function toFormData(request: SaveRequest, thumbnail: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(request)) {
    if (Array.isArray(value)) form.set(name, JSON.stringify(value));
    else if (value !== undefined) form.set(name, String(value ?? ''));
  }
  form.set('thumbnail', thumbnail);
  return form;
}
