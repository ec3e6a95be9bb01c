import { emptyValues } from '../form/form-values';
import { draftsAt, type StoredDraft } from './draft-store';
import { tabsAt } from './tabs';

/** Where drafts of a document are kept: by person, because a browser may be shared. */
export function placeOf(userId: string, documentId = 'new'): string {
  return `${userId}/${documentId}`;
}

/** The newest draft left behind here. Those of tabs still open are theirs: nobody takes text from under another's hands. */
export async function findDraft(place: string): Promise<StoredDraft | undefined> {
  const drafts = await draftsAt(place);
  if (drafts.length === 0) return undefined;
  const open = await tabsAt(place);
  const left = drafts.find(({ key }) => !open.has(key.slice(place.length + 1)));
  // Fields may have been added to the form since.
  return left && { ...left, values: { ...emptyValues, ...left.values } };
}
