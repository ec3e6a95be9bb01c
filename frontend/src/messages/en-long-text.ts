/** Texts that only very long documents need. */
export const longText = {
  onlyBeginning: 'This document is very long. Here is its beginning.',
  showAll: 'Show all of it',
  tooIntricate: 'This text is too intricate to be formatted, so it is shown as it was written.',
};
