import type { DemoThread } from './demo-forum.js';
import { amina, clara, emil, rosa, viktor } from './demo-people.js';

/** Questions, and those of the first days. */
export const questionThreads: DemoThread[] = [
  {
    category: 'Questions',
    title: 'When is something a document and when a thread?',
    tags: ['writing'],
    posts: [
      { by: viktor, daysAgo: 60, text: 'I never know where to put things. Is there a rule?', likes: [clara] },
      {
        by: emil,
        daysAgo: 60,
        text: [
          'Mine is simple:',
          '',
          '1. You want an answer: a thread.',
          '2. You have an answer that will be asked for again: a document.',
          '3. A thread that was solved and is read often: make a document of it.',
        ].join('\n'),
        likes: [rosa, clara],
        helpful: [viktor, amina],
      },
      {
        by: amina,
        daysAgo: 59,
        text: 'And 4: anything with a command in it that is run at night is a document.',
        likes: [emil, viktor],
      },
      { by: viktor, daysAgo: 58, text: 'That is clear, thanks to both of you.' },
    ],
    solution: 2,
    guests: 48,
  },
  {
    category: 'Getting started',
    title: 'How do I get the right to write documents?',
    tags: ['roles', 'access'],
    posts: [
      { by: viktor, daysAgo: 55, text: 'I can comment, but there is no button for a new document. What do I need?' },
      {
        by: amina,
        daysAgo: 55,
        text: [
          'You are a *viewer*. Writing needs the role *contributor*. I can send you a role code: enter it in your ',
          'settings, and the button appears at once.',
        ].join(''),
        helpful: [viktor],
      },
      { by: viktor, daysAgo: 54, text: 'Perfect. No hurry, I still read more than I could write.', likes: [amina] },
    ],
    solution: 2,
    guests: 39,
  },
  {
    category: 'Questions',
    title: 'How long are deleted documents kept?',
    tags: ['documents', 'backup'],
    posts: [
      {
        by: clara,
        daysAgo: 47,
        text: 'I deleted an old page and want to be sure: is it gone, or is it in some bin?',
        likes: [viktor],
      },
      {
        by: amina,
        daysAgo: 47,
        text:
          'Gone, after the question that asks you. It is in the backups of the last 14 days. ' +
          '[Archive](/docs/from-draft-to-published) instead if you are not sure.',
        likes: [emil],
        helpful: [clara, viktor],
      },
      { by: clara, daysAgo: 46, text: 'Then archiving it is. I did not know that status.', replyTo: 2 },
    ],
    solution: 2,
    guests: 29,
  },
  {
    category: 'Questions',
    title: 'Can I subscribe to a category?',
    tags: ['notifications'],
    posts: [
      {
        by: clara,
        daysAgo: 19,
        text: 'I would like to know when something new appears in Operations. Is there a way?',
        likes: [rosa, emil],
      },
      {
        by: amina,
        daysAgo: 18,
        text: 'Not for a category alone. `/feed.xml` has everything that is new, and most readers can filter it.',
        helpful: [clara],
      },
      { by: rosa, daysAgo: 18, text: 'I would use it, too. Should we collect votes here?', likes: [viktor] },
    ],
    guests: 21,
  },
  {
    category: 'Getting started',
    title: 'Keyboard shortcuts on a German keyboard',
    tags: ['keyboard', 'accessibility'],
    posts: [
      {
        by: viktor,
        daysAgo: 9,
        text: 'Which key is meant by `/` for the search? On my keyboard that is Shift and 7.',
        likes: [clara],
      },
      {
        by: rosa,
        daysAgo: 9,
        text:
          '`Ctrl K` opens the same, on every keyboard. All others are in [Keyboard ' +
          'shortcuts](/docs/keyboard-shortcuts).',
        likes: [clara],
        helpful: [viktor, emil],
      },
      { by: viktor, daysAgo: 8.8, text: 'Much better, thank you.', replyTo: 2 },
    ],
    solution: 2,
    guests: 16,
    readBy: [emil, rosa],
  },
];
