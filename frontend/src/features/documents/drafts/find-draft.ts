import { emptyValues } from '../form/form-values';
import type { ThumbnailChange } from '../form/use-save-request';
import { listDrafts, type StoredDraft } from './draft-store';
import { getImage } from './draft-image-store';
import { findOtherTabs } from './tab-presence';

/** A draft of an earlier visit, including its image. */
export interface RestoredDraft extends Omit<StoredDraft, 'thumbnail'> {
  thumbnail: ThumbnailChange;
  /** The draft refers to a selected image that the browser did not keep. */
  isImageMissing: boolean;
}

/** The key prefix of a document's drafts. It contains the user, because browsers may be shared. */
export function getDraftScope(userId: string, documentId = 'new'): string {
  return `${userId}/${documentId}`;
}

async function loadDraftImage({ thumbnail, ...draft }: StoredDraft): Promise<RestoredDraft> {
  const picture = thumbnail === 'chosen' ? await getImage(draft.key) : thumbnail;
  return {
    ...draft,
    // Drafts may predate fields of the form.
    values: { ...emptyValues, ...draft.values },
    thumbnail: picture,
    isImageMissing: thumbnail === 'chosen' && picture === undefined,
  };
}

/** Returns the newest draft of this browser, ignoring drafts of tabs that are still open. */
export async function findDraft(scope: string): Promise<RestoredDraft | undefined> {
  const drafts = await listDrafts(scope);
  if (drafts.length === 0) return undefined;
  const open = await findOtherTabs(scope);
  const left = drafts.find(({ key }) => !open.has(key.slice(scope.length + 1)));
  return left && loadDraftImage(left);
}
