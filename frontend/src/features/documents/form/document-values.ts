import { normalizeLineEnds } from '@hub/shared/line-ends';
import type { CreateDocumentRequest } from '../../../api/generated/model/createDocumentRequest';
import type { UpdateDocumentRequest } from '../../../api/generated/model/updateDocumentRequest';
import { type DetailsValues, emptyDetails, toDetailsRequest, toDetailsValues } from '../../editing/details-values';
import type { ComparedDocument } from '../../editing/compare/document-diff';

export interface DocumentValues extends DetailsValues {
  content: string;
  /** The change note shown in the revisions. */
  note: string;
}

export const emptyValues: DocumentValues = { ...emptyDetails, content: '', note: '' };

/** In the order in which the fields are named to users. */
export function toFormValues(document: ComparedDocument): DocumentValues {
  const { title, slug, ...details } = toDetailsValues(document);
  return { title, slug, content: normalizeLineEnds(document.content), ...details, note: '' };
}

export function toComparedDocument(values: DocumentValues): ComparedDocument {
  return { ...values, category_id: values.category_id || null };
}

export type SaveRequest = CreateDocumentRequest & UpdateDocumentRequest;

export function toRequest(values: DocumentValues): SaveRequest {
  return { ...toDetailsRequest(values), note: values.note.trim() || undefined };
}
