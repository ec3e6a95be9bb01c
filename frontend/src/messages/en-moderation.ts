/** Texts about reports and what they hide. */
export const moderation = {
  hidden: 'Hidden',
  hiddenItem: {
    document: 'This document is hidden. Only its author and moderators can see it.',
    video: 'This video is hidden. Only its author and moderators can see it.',
  },
} as const;
