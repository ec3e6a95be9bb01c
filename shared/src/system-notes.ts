/*
 * Notes that the hub writes itself. They are stored in English, as those of former versions are, and shown in words of
 * the reader's language.
 */

/** Of a decision of the moderation queue that returns an item without a reason. */
export const NOT_APPROVED = 'Not approved. No reason was given.';
/** Of a video that was hidden without a reason. */
export const HIDDEN_BY_EDITOR = 'An editor hid this video.';

const RESTORED = 'Restored version ';

/** The note of a revision that has the text of a former version. */
export const writeRestoredNote = (version: number): string => RESTORED + version;

const CHANGED_IN_REVIEW = 'Changed in its review: version ';

/** The note of a revision with what the reviewer changed in an edit, and of the decision on the edit. */
export const writeChangedNote = (version: number): string => CHANGED_IN_REVIEW + version;

export interface NoteTexts {
  notApproved: string;
  hiddenByEditor: string;
  restored: (version: string) => string;
  changedInReview: (version: string) => string;
}

/** A note of the hub in the given language; a note of a user as it is. */
export function translateNote(note: string, texts: NoteTexts): string {
  if (note === NOT_APPROVED) return texts.notApproved;
  if (note === HIDDEN_BY_EDITOR) return texts.hiddenByEditor;
  const restored = readVersion(note, RESTORED);
  if (restored) return texts.restored(restored);
  const changed = readVersion(note, CHANGED_IN_REVIEW);
  return changed ? texts.changedInReview(changed) : note;
}

/** The version that a note of the hub ends with; undefined for other notes. */
function readVersion(note: string, beginning: string): string | undefined {
  const version = note.startsWith(beginning) ? note.slice(beginning.length) : '';
  return /^\d+$/.test(version) ? version : undefined;
}
