/** The dialog of keyboard shortcuts. */
export const shortcuts = {
  title: 'Keyboard shortcuts',
  plainKeys: 'Single-key shortcuts',
  plainKeysHint: 'Turn them off if you use speech input. This browser remembers it.',
  everywhere: {
    title: 'Everywhere',
    search: 'Search',
    help: 'Show the keyboard shortcuts',
    move: 'Next or previous control',
    press: 'Open a link, press a button',
    close: 'Close a dialog or a menu',
    skip: 'Skip the navigation, right after a page has loaded',
  },
  thread: {
    title: 'In a thread',
    next: 'Next post',
    previous: 'Previous post',
    reply: 'Reply, to the post that has the focus',
    edit: 'Edit the post that has the focus',
  },
  writing: { title: 'While writing', save: 'Save', undo: 'Undo' },
  queue: {
    title: 'In the moderation queue',
    next: 'Next item',
    previous: 'Previous item',
    approve: 'Keep or approve',
    reject: 'Hide or reject',
  },
};
