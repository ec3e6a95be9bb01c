/** Texts of very long documents, loaded with them. */
export const longText = {
  onlyBeginning: 'This document is very long. Only the beginning is shown.',
  showAll: 'Show everything',
  takesTooLong: 'This text takes too long to format, so it is shown as plain text.',
  formatAnyway: 'Format it anyway',
};
