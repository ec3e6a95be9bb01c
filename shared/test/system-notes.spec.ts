import { expect, test } from '@jest/globals';
import {
  HIDDEN_BY_EDITOR,
  NOT_APPROVED,
  translateNote,
  writeChangedNote,
  writeRestoredNote,
} from '../src/system-notes.js';

const texts = {
  notApproved: 'Nicht freigegeben.',
  hiddenByEditor: 'Ausgeblendet.',
  restored: (version: string) => `Version ${version} wiederhergestellt`,
  changedInReview: (version: string) => `Geändert zu Version ${version}`,
};

test.each([
  [NOT_APPROVED, 'Nicht freigegeben.'],
  [HIDDEN_BY_EDITOR, 'Ausgeblendet.'],
  [writeRestoredNote(12), 'Version 12 wiederhergestellt'],
  [writeChangedNote(3), 'Geändert zu Version 3'],
  ['Restored version 12, with its images', 'Restored version 12, with its images'],
  ['Clearer.', 'Clearer.'],
])('the note “%s” is shown as “%s”', (note, expected) => {
  expect(translateNote(note, texts)).toBe(expected);
});
