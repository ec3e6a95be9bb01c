import type { SeededLink } from '../modules/forum/index.js';

/** Threads of the demo that are about a document or video, and the document that came from an answer. */
export const demoLinks: SeededLink[] = [
  {
    thread: 'pg_restore stops with “role does not exist”',
    item: { kind: 'document', slug: 'backups-with-postgresql' },
  },
  {
    thread: 'Shorter videos, please',
    item: { kind: 'video', slug: 'a-tour-of-your-hub' },
    second: 9,
  },
  {
    thread: 'A template for decision records',
    item: { kind: 'document', slug: 'writing-down-decisions' },
    post: 4,
  },
];
