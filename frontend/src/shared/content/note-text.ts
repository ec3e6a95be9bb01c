import { translateNote } from '@hub/shared/system-notes';
import { noteTexts } from '../../messages/notes';

/** A note of a review or a revision, which the hub itself may have written. */
export const getNoteText = (note: string): string => translateNote(note, noteTexts);
