import { fileURLToPath } from 'node:url';
import type { SeededVideo } from '../modules/content/index.js';
import type { DemoEngagement } from './demo-history.js';
import { amina, clara, emil, rosa, viktor } from './demo-people.js';

/** Beside the texts; tools/render-demo-videos.mjs makes them of the SVG files there. */
const folder = new URL('../../src/demo/content/videos/', import.meta.url);

interface DemoVideo extends Omit<SeededVideo, 'path' | 'createdAt' | 'engagement'> {
  file: string;
  /** handle of a user */
  author: string;
  createdDaysAgo: number;
  engagement: DemoEngagement;
}

const chapter = (start_time: number, title: string, description = '') => ({ title, start_time, description });

/** The oldest first. */
export const demoVideos: DemoVideo[] = [
  {
    file: 'from-draft-to-published.mp4',
    author: rosa,
    createdDaysAgo: 23,
    title: 'From draft to published, explained in half a minute',
    slug: 'draft-to-published-video',
    summary: 'The way of a document through its four statuses, drawn.',
    description:
      'What you see here is described in [From draft to published](/docs/from-draft-to-published), with all the ' +
      'details. The drawing answers one question: **who sees what, and when?**\n',
    category: 'First steps',
    tags: ['review', 'workflow'],
    difficulty: 'BEGINNER',
    visibility: 'PUBLIC',
    chapters: [
      chapter(0, 'What it is about'),
      chapter(4, 'Draft', 'Only you see it'),
      chapter(7, 'In review', 'Reviewers write notes and may request changes'),
      chapter(15, 'Published'),
      chapter(20, 'Archived', 'Links still work'),
    ],
    transcript: `0:00 From draft to published: how a document finds its readers.
0:04.5 Only you see your draft. It is saved while you write.
0:07.5 You submit it: reviewers are notified.
0:10.8 A reviewer writes a note and requests changes.
0:15 You answer them, and the reviewer publishes the document.
0:20.4 When it is out of date, archive it. Links still work.
0:24.4 Written once, read often: reviewing takes minutes and saves hours.`,
    engagement: {
      comments: [
        { by: clara, daysAgo: 21, text: 'This is the half minute I was missing in my first week.' },
        { by: viktor, daysAgo: 18, text: 'At 0:11 the reviewer writes a note. Does the author get an email about it?' },
        {
          by: rosa,
          daysAgo: 17.9,
          text: '@viktor-vogel A notification, and an email unless they have turned that off.',
        },
      ],
      likes: [emil, clara, viktor, amina],
      helpful: [viktor, clara],
      bookmarks: [clara],
      guests: [5, 3, 6, 4, 2, 7, 3, 5, 4, 2],
    },
  },
  {
    file: 'restoring-a-backup.mp4',
    author: amina,
    createdDaysAgo: 12,
    title: 'Restoring a backup',
    slug: 'restoring-a-backup',
    summary: 'Four steps that turn a copy into a backup, from the nightly dump to the first sign-in.',
    description:
      'The commands are in [Backups with PostgreSQL](/docs/backups-with-postgresql). Try them before you need them: ' +
      'once a quarter, on a machine that may break.\n\n' +
      '- Copy the database every night, and keep several nights.\n' +
      '- Restore on a spare machine, never over the original.\n' +
      '- Write down how long it took.\n',
    category: 'Operations',
    tags: ['backup', 'PostgreSQL'],
    difficulty: 'INTERMEDIATE',
    visibility: 'PUBLIC',
    chapters: [
      chapter(0, 'Why restoring matters'),
      chapter(4, 'Copy the database every night'),
      chapter(10, 'Something breaks'),
      chapter(14, 'Restore on a spare machine', 'pg_restore into an empty database'),
      chapter(21, 'Sign in and compare'),
    ],
    transcript: `0:00 Restoring a backup. A backup counts once it has been restored.
0:04 First: copy the database every night, and keep more than one night.
0:10.6 Then something breaks. A disk, a mistake, an update: it will happen.
0:14.6 Take the newest copy to a spare machine, and restore it there with pg_restore.
0:21.6 Sign in and compare: can everyone sign in?
0:23.2 Are the documents and images there?
0:24.2 And how long did it take? Write that down.`,
    engagement: {
      comments: [
        {
          by: emil,
          daysAgo: 10.5,
          text: 'We followed this on a spare laptop: 11 minutes, most of them for the images.',
        },
        { by: rosa, daysAgo: 9, text: 'Which version of pg_restore did you use, @emil-engel?' },
        { by: emil, daysAgo: 8.9, text: '@rosa-richter The one of the server, 17. An older one refuses the file.' },
        { by: clara, daysAgo: 6, text: 'The chapters help: I go straight to “Restore on a spare machine”.' },
      ],
      likes: [emil, rosa, clara],
      helpful: [emil, rosa],
      bookmarks: [emil, rosa],
      guests: [4, 6, 2, 5, 3, 4, 1],
    },
  },
  {
    file: 'a-tour-of-your-hub.mp4',
    author: emil,
    createdDaysAgo: 2,
    title: 'A tour of your hub',
    slug: 'a-tour-of-your-hub',
    summary: 'Find, read and write: what you can do here, in 26 seconds.',
    description:
      'A short tour for new colleagues. To read on: [Welcome](/docs/welcome) and ' +
      '[Keyboard shortcuts](/docs/keyboard-shortcuts).\n',
    category: 'First steps',
    tags: ['onboarding', 'search'],
    difficulty: 'BEGINNER',
    visibility: 'PUBLIC',
    chapters: [
      chapter(0, 'Welcome'),
      chapter(4, 'Find anything', 'Search knows titles, texts and what is said in videos'),
      chapter(11, 'Read and take part'),
      chapter(18, 'Write together'),
    ],
    transcript: `0:00 Welcome! A tour of your hub: find, read and write.
0:04.2 Type what you remember. Search finds documents, their sections, and what is said in videos.
0:08 It forgives typing mistakes as well.
0:11 Read, jump between headings, and tell the author what helped you.
0:18.2 Write in Markdown, and see beside it what your readers will see.
0:23 Everything is saved while you type.`,
    engagement: {
      comments: [
        {
          by: viktor,
          daysAgo: 1.2,
          text: 'Search really finds what is said in the videos. I typed “typing mistakes”.',
        },
      ],
      likes: [rosa, clara, viktor],
      helpful: [viktor],
      bookmarks: [viktor],
      guests: [8, 6],
    },
  },
  {
    // Ends in an error, which its author and the staff see, with what to do about it.
    file: 'retrospective.mp4',
    author: clara,
    createdDaysAgo: 1,
    title: 'Recording of the retrospective',
    slug: 'retrospective-recording',
    summary: 'What went well in the last four weeks, and what we change.',
    description: 'The recording of our meeting. The notes follow the [template](/docs/meeting-notes-template).\n',
    category: 'Teamwork',
    tags: ['meeting'],
    difficulty: 'BEGINNER',
    visibility: 'LOGGED_IN',
    chapters: [],
    transcript: '',
    engagement: {
      comments: [{ by: emil, daysAgo: 0.7, text: 'Looking forward to it. I missed the second half.' }],
      likes: [emil],
      bookmarks: [emil],
    },
  },
];

export const demoVideoPath = (file: string): string => fileURLToPath(new URL(file, folder));
