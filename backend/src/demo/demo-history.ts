import { amina, clara, emil, rosa, viktor } from './demo-people.js';

/**
 * What happened on the demo's hub before its first visitor: when documents were written and changed, and what users
 * said about them. Times are days before the start; users are named by their handles.
 */

export interface DemoHistory extends DemoEngagement {
  createdDaysAgo: number;
  edits?: { by: string; daysAgo: number; note: string; replace?: [from: string, to: string]; append?: string }[];
}

/** What users said and thought of a document or video. */
export interface DemoEngagement {
  comments?: { by: string; daysAgo: number; text: string }[];
  likes?: string[];
  helpful?: string[];
  confused?: string[];
  bookmarks?: string[];
  /** guests on each of the last days, the newest first, as far as the document existed */
  guests?: number[];
}

/** By slug. Documents that come first in the list are the newest. */
export const demoHistory: Record<string, DemoHistory> = {
  welcome: {
    createdDaysAgo: 2,
    comments: [
      { by: viktor, daysAgo: 1.4, text: 'Found my way around in two minutes. Is there a list of all shortcuts?' },
      { by: emil, daysAgo: 1.3, text: '@viktor-vogel There is: [Keyboard shortcuts](/docs/keyboard-shortcuts).' },
      {
        by: clara,
        daysAgo: 0.6,
        text: 'The table of roles answers the question I get most often. Thanks, @emil-engel!',
      },
    ],
    likes: [amina, rosa, clara, viktor],
    helpful: [clara, viktor],
    bookmarks: [viktor],
    guests: [9, 14],
  },
  'writing-that-is-read': { createdDaysAgo: 3, comments: [], likes: [rosa] },
  'writing-down-decisions': { createdDaysAgo: 5 },
  'from-draft-to-published': {
    createdDaysAgo: 24,
    edits: [
      {
        by: emil,
        daysAgo: 9,
        note: 'Says what happens when two people edit at once',
        append:
          '\n## If a review takes long\n\nReviewers are notified when a document is submitted. After a few ' +
          'days, mention one of them in a comment.\n',
      },
    ],
    comments: [
      { by: clara, daysAgo: 20, text: 'Can I withdraw a document after I have submitted it?' },
      { by: rosa, daysAgo: 19.8, text: '@clara-conrad Yes, until a reviewer has decided. It becomes a draft again.' },
      { by: clara, daysAgo: 19.7, text: 'Perfect, thank you.' },
    ],
    likes: [emil, clara],
    helpful: [clara, viktor, amina],
    bookmarks: [clara],
    guests: [4, 6, 3, 0, 5, 2, 7, 4],
  },
  'keyboard-shortcuts': {
    createdDaysAgo: 38,
    comments: [{ by: amina, daysAgo: 30, text: '`Ctrl E` for inline code was new to me.' }],
    likes: [amina, viktor, clara],
    bookmarks: [amina, viktor],
    guests: [3, 2, 5, 1, 0, 4, 3, 2, 1],
  },
  'moving-documents': {
    createdDaysAgo: 52,
    edits: [
      {
        by: emil,
        daysAgo: 11,
        note: 'Folders can become categories',
        append:
          '\n## Folders\n\nWith `--categories`, or the checkbox in the import dialog, folders become ' +
          'categories. Numbers before names set the order and are not shown.\n',
      },
    ],
    comments: [
      { by: clara, daysAgo: 45, text: 'Moved 80 pages of our old wiki. Links between them still work.' },
      { by: rosa, daysAgo: 44, text: 'How long did it take, @clara-conrad?' },
      { by: clara, daysAgo: 43.9, text: 'Less than a minute. Renaming the files before took the afternoon.' },
    ],
    likes: [rosa, emil],
    helpful: [clara],
    guests: [2, 5, 1, 2, 0, 1, 3],
  },
  'markdown-in-five-minutes': {
    createdDaysAgo: 67,
    edits: [
      {
        by: amina,
        daysAgo: 48,
        note: 'Headings: one sentence less',
        replace: ['A blank line starts a new paragraph.', 'Leave a blank line between paragraphs.'],
      },
      {
        by: emil,
        daysAgo: 21,
        note: 'Links to sections',
        append: '\n## Links to a section\n\nHover over a heading and copy the address of the sign beside it.\n',
      },
    ],
    comments: [
      { by: viktor, daysAgo: 60, text: 'Do tables work on a phone?' },
      { by: clara, daysAgo: 59.5, text: '@viktor-vogel They scroll sideways. Three or four columns are fine.' },
    ],
    likes: [amina, emil, rosa, viktor],
    helpful: [viktor, rosa],
    confused: [],
    bookmarks: [viktor, emil],
    guests: [11, 8, 13, 6, 4, 9, 12, 7, 8, 5, 3, 6],
  },
  'api-with-curl': {
    createdDaysAgo: 83,
    comments: [
      { by: rosa, daysAgo: 71, text: 'The `Idempotency-Key` saved our nightly import from duplicates.' },
      { by: amina, daysAgo: 70.5, text: 'That is what it is for. @clara-conrad asked the same last week.' },
    ],
    likes: [rosa, clara],
    helpful: [rosa],
    guests: [2, 3, 1, 4, 2],
  },
  'running-your-hub': {
    createdDaysAgo: 96,
    edits: [
      {
        by: emil,
        daysAgo: 33,
        note: 'Where to find the log',
        append:
          '\n## When something is wrong\n\nThe last lines of the log name the reason. Requests that failed ' +
          'have a `request_id`, which the error message shows as well.\n',
      },
    ],
    comments: [
      { by: rosa, daysAgo: 81, text: 'Can two instances share one data folder, or do they need S3?' },
      {
        by: amina,
        daysAgo: 80.6,
        text: '@rosa-richter A shared folder works if both machines mount it. With S3 there is nothing to mount.',
      },
      {
        by: emil,
        daysAgo: 32,
        text: 'I added where to find the log, because that was the first question in every call.',
      },
    ],
    likes: [emil],
    helpful: [emil, rosa],
    bookmarks: [emil],
    guests: [5, 3, 6, 2, 4, 3],
  },
  'backups-with-postgresql': {
    createdDaysAgo: 110,
    edits: [
      {
        by: emil,
        daysAgo: 74,
        note: 'pg_dump must not be older than the server',
        replace: ['`pg_dump` must not be older', '`pg_dump` itself must not be older'],
      },
    ],
    comments: [
      {
        by: emil,
        daysAgo: 88,
        text: 'We restored last month’s copy on a spare machine: 14 minutes until the first sign-in.',
      },
      { by: amina, daysAgo: 87, text: 'Great. Which step took longest, @emil-engel?' },
      { by: emil, daysAgo: 86.9, text: 'Copying the images back. The database was there after two minutes.' },
    ],
    likes: [emil, rosa, clara, viktor],
    helpful: [emil, rosa],
    bookmarks: [emil, rosa],
    guests: [6, 4, 7, 5, 3, 8, 2, 4],
  },
  'incident-runbook': {
    createdDaysAgo: 124,
    comments: [{ by: amina, daysAgo: 99, text: '@emil-engel Please add the phone number of the data center.' }],
    likes: [amina],
    helpful: [amina, rosa],
    bookmarks: [amina],
  },
  'reviewing-code': {
    createdDaysAgo: 139,
    comments: [{ by: clara, daysAgo: 121, text: 'The table of phrases is on the wall beside my desk.' }],
    likes: [clara, emil, amina, viktor],
    helpful: [clara],
    guests: [1, 3, 2, 0, 4],
  },
  'accessibility-checklist': {
    createdDaysAgo: 153,
    comments: [
      {
        by: clara,
        daysAgo: 131,
        text: 'Went through our ten most read pages: seven images without alternative text, all fixed now.',
      },
      { by: rosa, daysAgo: 66, text: 'The keyboard part takes me four minutes per page. It finds the most.' },
      { by: viktor, daysAgo: 41, text: 'How do I check the contrast of text on a photo, @emil-engel?' },
      {
        by: emil,
        daysAgo: 40.7,
        text: '@viktor-vogel Measure at the lightest spot behind the letters. If it fails, darken the photo there.',
      },
    ],
    likes: [rosa, clara],
    helpful: [clara],
    bookmarks: [clara],
    guests: [2, 1, 1, 3],
  },
  'your-first-four-weeks': {
    createdDaysAgo: 168,
    edits: [
      {
        by: amina,
        daysAgo: 62,
        note: 'Advice of those who joined this year',
        append:
          '\n## What helped others\n\nA list of names with what to ask whom. Ask your team for one on the first day.\n',
      },
    ],
    comments: [{ by: viktor, daysAgo: 58, text: 'I am in week two, and the list of confusing things has 23 entries.' }],
    likes: [clara, viktor],
    helpful: [viktor],
    bookmarks: [viktor],
  },
  'meeting-notes-template': {
    createdDaysAgo: 182,
    comments: [
      { by: emil, daysAgo: 151, text: 'Since we put decisions first, I am no longer asked what we agreed on.' },
      { by: viktor, daysAgo: 52, text: 'What belongs in the parking lot, and who empties it?' },
      {
        by: clara,
        daysAgo: 51.8,
        text: '@viktor-vogel What is worth a talk, but not today. I turn each into a thread after the meeting.',
      },
    ],
    confused: [viktor],
    likes: [emil, amina],
    helpful: [emil],
    guests: [3, 1, 2],
  },
  'rules-of-the-trial': { createdDaysAgo: 196 },
};
