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

export interface NoteTexts {
  notApproved: string;
  hiddenByEditor: string;
  restored: (version: string) => string;
}

/** A note of the hub in the given language; a note of a user as it is. */
export function translateNote(note: string, texts: NoteTexts): string {
  if (note === NOT_APPROVED) return texts.notApproved;
  if (note === HIDDEN_BY_EDITOR) return texts.hiddenByEditor;
  const version = note.startsWith(RESTORED) ? note.slice(RESTORED.length) : '';
  return /^\d+$/.test(version) ? texts.restored(version) : note;
}
