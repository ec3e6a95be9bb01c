import type { DemoThread } from './demo-forum.js';
import { amina, clara, emil, rosa, viktor } from './demo-people.js';

/** What did not work. */
export const troubleshootingThreads: DemoThread[] = [
  {
    category: 'Troubleshooting',
    title: 'Images disappear after pasting them from a chat',
    tags: ['images', 'editor'],
    posts: [
      {
        by: viktor,
        daysAgo: 68,
        text:
          'I paste a screenshot from our chat into a document. It shows for a moment, then only ' +
          'its address is left. Why?',
      },
      {
        by: clara,
        daysAgo: 68,
        text: [
          'Chats put an *address* into the clipboard, not the picture. The hub does not load images of other servers.',
          '',
          'Open the picture in the chat, copy the picture itself, and paste that. Or drop the file into the text.',
        ].join('\n'),
        likes: [rosa],
        helpful: [viktor, emil],
      },
      { by: viktor, daysAgo: 67, text: 'Copying the picture itself works. Thank you!', replyTo: 2 },
      { by: rosa, daysAgo: 67, text: 'This should be in the Markdown page. I keep explaining it.', likes: [clara] },
    ],
    solution: 2,
    guests: 57,
  },
  {
    category: 'Troubleshooting',
    title: 'pg_restore stops with “role does not exist”',
    tags: ['backup', 'postgresql'],
    posts: [
      {
        by: rosa,
        daysAgo: 40,
        text: [
          'I wanted to try the restore from the handbook on my own machine:',
          '',
          '```',
          'pg_restore: error: could not execute query: ERROR:  role "hub_owner" does not exist',
          '```',
          '',
          'The tables are there, but is the copy complete?',
        ].join('\n'),
        likes: [emil],
      },
      {
        by: amina,
        daysAgo: 40,
        text: [
          'Complete, but owned by you. Owners are not needed on a test machine:',
          '',
          '```sh',
          'pg_restore --no-owner --no-privileges --dbname=hub_test backup.dump',
          '```',
        ].join('\n'),
        likes: [emil],
        helpful: [rosa, clara],
      },
      {
        by: rosa,
        daysAgo: 39,
        text: 'No errors any more, and the counts are equal. I added it to the handbook.',
        replyTo: 2,
        likes: [amina],
      },
      {
        by: amina,
        daysAgo: 39,
        text: 'Very good, that was missing in [Backups with PostgreSQL](/docs/backups-with-postgresql).',
      },
    ],
    solution: 2,
    guests: 72,
  },
  {
    category: 'Troubleshooting',
    title: 'Search does not find a word that I can see',
    tags: ['search'],
    posts: [
      {
        by: viktor,
        daysAgo: 1.2,
        text:
          'A document contains “Wiederherstellungspunkt”. Searching for “Punkt” does not find ' +
          'it. Is the index broken?',
        likes: [clara],
      },
      {
        by: rosa,
        daysAgo: 1.1,
        text: 'The search knows words and their forms, not parts of compounds. “Wiederherstellungspunkte” finds it.',
        helpful: [viktor],
      },
      {
        by: amina,
        daysAgo: 0.9,
        text: 'I put “Punkt” into the tags of that document, so you will find it now.',
        likes: [viktor, rosa],
      },
      {
        by: viktor,
        daysAgo: 0.4,
        text: 'I do. Is there a list of such tricks? @clara-conrad, that would be a guide of yours.',
      },
    ],
    guests: 9,
    readBy: [],
  },
];
