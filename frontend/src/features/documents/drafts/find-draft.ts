import { emptyValues } from '../form/form-values';
import type { ThumbnailChange } from '../form/use-send';
import { draftsAt, type StoredDraft } from './draft-store';
import { pictureAt } from './picture-store';
import { tabsAt } from './tabs';

/** What an earlier visit left behind, its picture included. */
export interface FoundDraft extends Omit<StoredDraft, 'thumbnail'> {
  thumbnail: ThumbnailChange;
  /** A picture had been chosen, and the browser did not keep it. */
  hasLostPicture: boolean;
}

/** Where drafts of a document are kept: by person, because a browser may be shared. */
export function placeOf(userId: string, documentId = 'new'): string {
  return `${userId}/${documentId}`;
}

async function found({ thumbnail, ...draft }: StoredDraft): Promise<FoundDraft> {
  const picture = thumbnail === 'chosen' ? await pictureAt(draft.key) : thumbnail;
  return {
    ...draft,
    // Fields may have been added to the form since.
    values: { ...emptyValues, ...draft.values },
    thumbnail: picture,
    hasLostPicture: thumbnail === 'chosen' && picture === undefined,
  };
}

/** The newest draft left behind here. Those of tabs still open are theirs: nobody takes text from under another's hands. */
export async function findDraft(place: string): Promise<FoundDraft | undefined> {
  const drafts = await draftsAt(place);
  if (drafts.length === 0) return undefined;
  const open = await tabsAt(place);
  const left = drafts.find(({ key }) => !open.has(key.slice(place.length + 1)));
  return left && found(left);
}
