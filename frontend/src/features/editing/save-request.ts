import type { ContentStatus } from '../../api/generated/model/contentStatus';
import type { EditableItem } from './item-kind';
import { PartialSaveError } from './save-result';

/** A request as multipart form data, for saves with a file: every field is text, null becomes ''. */
export function toFormData(request: object, files: Record<string, File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(request)) {
    if (Array.isArray(value)) form.set(name, JSON.stringify(value));
    else if (value !== undefined) form.set(name, String(value ?? ''));
  }
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}

/**
 * The request of an edit. A category that the form has not changed is left out: since the form was opened, the item may
 * have been moved, which makes no new version.
 * @param existing as the form was opened
 * @param version that the edit is based on; of a newer one, all fields were compared
 */
export const toEdit = <Request extends { category_id?: string | null }>(
  existing: EditableItem,
  request: Request,
  version: number | undefined,
): Request =>
  version === existing.version && request.category_id === existing.category_id
    ? { ...request, category_id: undefined }
    : request;

/**
 * Moves an item that was created as a draft to the requested status. Creating is a request of its own, so that it can
 * be repeated when it had no response: whatever the user does next, it neither publishes nor creates a second item.
 */
export async function applyFirstStatus<Item extends EditableItem>(
  created: Item,
  status: ContentStatus | undefined,
  setStatus: () => Promise<Item>,
): Promise<Item> {
  if (status === undefined || status === 'DRAFT') return created;
  try {
    return await setStatus();
  } catch (error) {
    throw new PartialSaveError(created, 'status', error);
  }
}
