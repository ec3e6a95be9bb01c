/** Texts of the dialog that shows a secret once. */
export const secretDialog = {
  copied: 'Copied',
  copyFailed: 'The browser did not copy it. Select the text and copy it yourself.',
  done: 'Done',
};
