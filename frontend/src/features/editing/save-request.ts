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
